namespace Syncopate.Reporting.History;

/// <summary>One figure of one form over all runs that can be compared.</summary>
public sealed record HistorySeries
{
    /// <summary>Id of the experiment.</summary>
    public required string Experiment { get; init; }

    /// <summary>The form, lower case.</summary>
    public required string Form { get; init; }

    /// <summary>The figure, as the gate names it.</summary>
    public required string Figure { get; init; }

    /// <summary>The load in words.</summary>
    public required string Load { get; init; }

    /// <summary>In order of time; at least one.</summary>
    public required IReadOnlyList<HistoryPoint> Points { get; init; }

    /// <summary>In order of time; empty when it never changed, or has too few runs to tell.</summary>
    public required IReadOnlyList<HistoryChange> Changes { get; init; }

    /// <summary>Runs that are left out since they asked for another load.</summary>
    public required int OtherLoads { get; init; }

    /// <summary>What became of it: every change in order of time, such as "18% slower since 12 Nov 2026 (run-17), then 5% faster since 20 Nov 2026 (run-25)"; or "steady over 14 runs".</summary>
    public required string Sentence { get; init; }

    /// <summary>Such as "io-bound.async.mean".</summary>
    public string Name => $"{Experiment}.{Form}.{Figure}";
}
