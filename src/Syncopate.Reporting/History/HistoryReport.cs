using System.Text.Json.Serialization;
using Syncopate.Reporting.Figures;

namespace Syncopate.Reporting.History;

/// <summary>How figures moved from run to run.</summary>
internal sealed record HistoryReport
{
    /// <summary>Version of this schema.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>The tool that made it.</summary>
    public required ReportTool Tool { get; init; }

    /// <summary>The machine of these runs; of several the one with the most results, the newest one where two have as many.</summary>
    public required Machine Machine { get; init; }

    /// <summary>Every machine that is drawn, by itself; that of <see cref="Machine"/> first.</summary>
    public required IReadOnlyList<HistoryMachine> Machines { get; init; }

    /// <summary>The result in one sentence.</summary>
    public required string Sentence { get; init; }

    /// <summary>The runs in order of time; at least one.</summary>
    public required IReadOnlyList<HistoryRun> Runs { get; init; }

    /// <summary>Machine by machine, every figure of every form that several runs or the newest one measured: the forms of the newest
    /// run first, each in the order of its newest run.</summary>
    public required IReadOnlyList<HistorySeries> Series { get; init; }

    /// <summary>What was left out and why, one sentence each.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}

/// <summary>One figure of one form over all runs that can be compared.</summary>
internal sealed record HistorySeries
{
    /// <summary>Id of the experiment.</summary>
    public required string Experiment { get; init; }

    /// <summary>The form, lower case.</summary>
    public required string Form { get; init; }

    /// <summary>What distinguishes its machine from the others, as in <see cref="HistoryReport.Machines"/>.</summary>
    public required string Machine { get; init; }

    /// <summary>The figure, as the gate names it.</summary>
    public required string Figure { get; init; }

    /// <summary>What describes the figure; null for the one of its name.</summary>
    [JsonIgnore]
    internal Figure? Described { get; init; }

    /// <summary>The load in words.</summary>
    public required string Load { get; init; }

    /// <summary>In order of time; at least one.</summary>
    public required IReadOnlyList<HistoryPoint> Points { get; init; }

    /// <summary>In order of time; empty when it never changed, or has too few runs to tell.</summary>
    public required IReadOnlyList<HistoryChange> Changes { get; init; }

    /// <summary>What looks like one more change after these and has too few runs to tell; null where nothing does.</summary>
    public HistoryChange? Possible { get; init; }

    /// <summary>Runs that are left out since they asked for another load.</summary>
    public required int OtherLoads { get; init; }

    /// <summary>What became of it: every change in order of time, such as "18% slower since 12 Nov 2026 (run-17),
    /// then 5% faster since 20 Nov 2026 (run-25)"; "perhaps 11% faster since 12 Nov 2026 (run-04); too few runs to
    /// tell"; or "steady over 14 runs".</summary>
    public required string Sentence { get; init; }

    /// <summary>Such as "io-bound.async.mean".</summary>
    public string Name => $"{Experiment}.{Form}.{Figure}";
}

/// <summary>A figure in one run.</summary>
/// <param name="Run">Name of the run.</param>
/// <param name="StartedUtc">Wall clock at its start.</param>
/// <param name="Value">In ms.</param>
internal sealed record HistoryPoint(string Run, DateTimeOffset StartedUtc, double Value);

/// <summary>A change of a figure that noise does not explain.</summary>
/// <param name="Run">Index of the first run after it, among the points of its series.</param>
/// <param name="Before">Median from the change before to this one.</param>
/// <param name="After">Median from this change to the next one.</param>
/// <param name="Probability">Probability of a change this strong where there is none.</param>
/// <param name="Sentence">Such as "18% slower since 12 Nov 2026 (run-17)".</param>
internal sealed record HistoryChange(int Run, double Before, double After, double Probability, string Sentence);

/// <summary>A result of the history.</summary>
/// <param name="Name">Its folder below the one that was searched, or its file.</param>
/// <param name="StartedUtc">Wall clock at its start.</param>
/// <param name="ToolVersion">Version of the tool that measured.</param>
/// <param name="Runtime">Runtime it was measured with.</param>
/// <param name="Partial">True when something that was asked for is missing.</param>
internal sealed record HistoryRun(string Name, DateTimeOffset StartedUtc, string ToolVersion, string Runtime, bool Partial)
{
    /// <summary>As in <see cref="HistoryReport.Machines"/>.</summary>
    public required string Machine { get; init; }
}

/// <summary>A machine of the history.</summary>
/// <param name="Name">Size, system, processor and host in words, as far as its results have them.</param>
/// <param name="Runs">How many of its results are drawn.</param>
internal sealed record HistoryMachine(string Name, int Runs);
