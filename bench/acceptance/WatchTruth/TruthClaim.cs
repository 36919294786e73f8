namespace Syncopate.Acceptance.WatchTruth;

/// <summary>One thing that a verdict says, which a measurement can show to be false.</summary>
/// <param name="Kind">About what.</param>
/// <param name="Value">How much, or 1 for yes and 0 for no.</param>
/// <param name="Place">Where; null for what is said of the whole process.</param>
internal sealed record TruthClaim(TruthClaimKind Kind, double Value, string? Place)
{
    public override string ToString() => FormattableString.Invariant($"{Kind} {Place ?? $"{Value:0.##}"}");
}

/// <summary>About what a claim is.</summary>
internal enum TruthClaimKind
{
    /// <summary>Whether work waits for want of threads.</summary>
    Starving,

    /// <summary>Where threads stand most.</summary>
    Place,

    /// <summary>Who has what they stand for.</summary>
    Holder,

    /// <summary>Whether more threads help.</summary>
    Threads,

    /// <summary>Whether await helps.</summary>
    Await,

    /// <summary>How many times as much is done at most, with the threads that the verdict asks for.</summary>
    Bound,
}
