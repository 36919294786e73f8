using Syncopate.Reporting;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Reporting;

/// <summary>What a watch saw: made from its journal, and from nothing else.</summary>
internal sealed record WatchReport
{
    /// <summary>Version of the schema; 1.</summary>
    public required int Schema { get; init; }

    /// <summary>Who made it.</summary>
    public required ReportTool Tool { get; init; }

    /// <summary>When and how long.</summary>
    public required ReportRun Run { get; init; }

    /// <summary>Where.</summary>
    public required Machine Machine { get; init; }

    /// <summary>The process.</summary>
    public required ProcessIdentity Process { get; init; }

    /// <summary>The result in one sentence.</summary>
    public required string Sentence { get; init; }

    /// <summary>Figures of the whole watch.</summary>
    public required WatchSummary Summary { get; init; }

    /// <summary>Whether the pool starved at the end of the watch, or else for how long at most before; null when the
    /// process reported nothing about its pool.</summary>
    public required StarvationVerdict? Verdict { get; init; }

    /// <summary>Where threads stood blocked, over all windows in which that was looked for; null when it was not.</summary>
    public required BlockedSites? Blocked { get; init; }

    /// <summary>Async timelines, in the order in which they were taken.</summary>
    public required IReadOnlyList<AsyncTimeline> Timelines { get; init; }

    /// <summary>What another minimum of threads did, measured in the process; null when that was not tried.</summary>
    public WhatIfReport? WhatIf { get; init; }

    /// <summary>The load that was put on the process meanwhile; null for none.</summary>
    public required WatchLoad? Load { get; init; }

    /// <summary>Failed requests of that load by kind, such as "status 422"; empty when none failed.</summary>
    public required IReadOnlyDictionary<string, long> LoadErrors { get; init; }

    /// <summary>Why that load ended early, or never began; null when it did neither.</summary>
    public required WatchLoadFailure? LoadFailure { get; init; }

    /// <summary>The intervals of that load; their times count from the beginning of the watch.</summary>
    public required IReadOnlyList<LoadIntervalReport> LoadIntervals { get; init; }

    /// <summary>Each second.</summary>
    public required IReadOnlyList<WatchSample> Moments { get; init; }

    /// <summary>Reasons not to trust a figure fully.</summary>
    public required IReadOnlyList<Doubt> Warnings { get; init; }

    /// <summary>True when something is missing.</summary>
    public required bool Partial { get; init; }

    /// <summary>What is missing, one sentence each.</summary>
    public required IReadOnlyList<string> Missing { get; init; }
}
