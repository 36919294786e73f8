using System.Text.Json.Serialization;

namespace Syncopate.Watch;

/// <summary>The thread pool in one moment: gauges as they were last, rates over what was counted.</summary>
internal sealed record PoolFigures
{
    /// <summary>Pool threads that exist, idle ones included.</summary>
    public required int Threads { get; init; }

    /// <summary>Worker threads in use: the maximum less the available ones; null without the agent.</summary>
    public int? InUse { get; init; }

    /// <summary>Most worker threads in use at any sample of the moment; null without the agent.</summary>
    public int? MostInUse { get; init; }

    /// <summary>Pool threads in use that were not running at the end of the moment: they wait, or sleep, for whatever
    /// reason. Null where the system does not say (other than Linux), and without the agent.</summary>
    public int? Blocked { get; init; }

    /// <summary>Threads that the pool makes without waiting; null without the agent.</summary>
    public int? Minimum { get; init; }

    /// <summary>Threads that the pool may have; null without the agent.</summary>
    public int? Maximum { get; init; }

    /// <summary>Completion-port threads in use; null without the agent.</summary>
    public int? Ports { get; init; }

    /// <summary>Work items waiting for a thread.</summary>
    public required long QueueLength { get; init; }

    /// <summary>Most work items waiting at any sample of the moment.</summary>
    public required long LongestQueue { get; init; }

    /// <summary>Work items completed per second.</summary>
    public required double CompletedPerSecond { get; init; }

    /// <summary>Seconds over which its rates were counted, so that rate times this is what was counted: another time than
    /// the moment's where counters came early or late. Null in journals that do not report it.</summary>
    public double? CountedSeconds { get; init; }

    /// <summary>Threads without work; null without the agent.</summary>
    [JsonIgnore]
    public int? Idle => InUse is { } used ? Math.Max(0, Threads - used) : null;

    /// <summary>Threads that the pool may still take into use; null without the agent.</summary>
    [JsonIgnore]
    public int? Available => Maximum - InUse;
}
