namespace Syncopate.Reporting.Gates;

/// <summary>What the gate was asked to check.</summary>
/// <param name="Limits">Fixed limits.</param>
/// <param name="Regressions">Limits against the baseline; used only when there is one.</param>
internal sealed record GateRules(IReadOnlyList<GateLimit> Limits, IReadOnlyList<RegressionLimit> Regressions)
{
    /// <summary>The form of the result itself, lower case, that its other forms are compared with; null for none.</summary>
    public string? Against { get; init; }

    /// <summary>True to fail also on what is undecided, missing or partial.</summary>
    public bool Strict { get; init; }

    /// <summary>True to compare results of machines that differ.</summary>
    public bool AllowDifferent { get; init; }
}
