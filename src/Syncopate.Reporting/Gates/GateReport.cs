namespace Syncopate.Reporting.Gates;

/// <summary>What the gate found.</summary>
public sealed record GateReport
{
    /// <summary>Version of this schema.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>True when the build may go on.</summary>
    public required bool Passed { get; init; }

    /// <summary>The same in one sentence.</summary>
    public required string Sentence { get; init; }

    /// <summary>Where the result was read.</summary>
    public required string Result { get; init; }

    /// <summary>Where the baseline was read; null without one.</summary>
    public required string? Baseline { get; init; }

    /// <summary>True when fixed limits were held and the result, or the baseline, lacks something that was asked for.</summary>
    public required bool Partial { get; init; }

    /// <summary>What limits the trust in the checks, one sentence each.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Every check: thresholds in the order in which they were given, then regressions.</summary>
    public required IReadOnlyList<GateCheck> Checks { get; init; }
}
