namespace Syncopate.Reporting.History;

/// <summary>How figures moved from run to run.</summary>
public sealed record HistoryReport
{
    /// <summary>Version of this schema.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>The tool that made it.</summary>
    public required ReportTool Tool { get; init; }

    /// <summary>The machine of all these runs; of several the one with the most results, the newest one where two have as many.</summary>
    public required Machine Machine { get; init; }

    /// <summary>The result in one sentence.</summary>
    public required string Sentence { get; init; }

    /// <summary>The runs in order of time; at least one.</summary>
    public required IReadOnlyList<HistoryRun> Runs { get; init; }

    /// <summary>Every figure of every form that several runs or the newest one measured: the forms of the newest run first, each in the order of its newest run.</summary>
    public required IReadOnlyList<HistorySeries> Series { get; init; }

    /// <summary>What was left out and why, one sentence each.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}
