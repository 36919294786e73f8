namespace SampleSite.Internals;

/// <summary>What a statement that takes long has shown of the provider's asynchronous calls.</summary>
/// <param name="Statement">What was asked.</param>
/// <param name="TotalMilliseconds">From the call to the answer.</param>
/// <param name="HeldMilliseconds">From the call to the moment at which the caller got its task and could have done something else.</param>
/// <param name="ChangedThread">Whether the code after the await ran on another thread.</param>
/// <param name="OverridesOpen">Whether the provider has an OpenAsync of its own; else the base class opens synchronously.</param>
/// <param name="OverridesRead">Whether the provider has a ReadAsync of its own.</param>
public sealed record ProviderProof(
    string Statement, double TotalMilliseconds, double HeldMilliseconds, bool ChangedThread, bool OverridesOpen, bool OverridesRead)
{
    // A fast statement proves nothing, its answer may be there at once; one that waits does. The border leaves room for the way there.
    private const double Border = 0.9;

    /// <summary>The time held, from 0 to 1.</summary>
    public double HeldShare => HeldMilliseconds / TotalMilliseconds;

    /// <summary>Whether asynchronous calls of this provider hold their thread like synchronous ones.</summary>
    public bool IsSyncInside => HeldShare > Border;
}
