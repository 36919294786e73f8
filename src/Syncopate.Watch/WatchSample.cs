using System.Text.Json.Serialization;
using Syncopate.Units;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch;

/// <summary>One period, a second, of a watched process. Figures are null where the process reported nothing, or its runtime
/// does not report them.</summary>
internal sealed record WatchSample : WatchRecord
{
    /// <summary>Start since the watch began, monotonic; the end of the moment before.</summary>
    public required long FromNanoseconds { get; init; }

    /// <summary>End since the watch began.</summary>
    public required long ToNanoseconds { get; init; }

    /// <summary>How long the process has reported nothing; 0 when it spoke within this moment.</summary>
    public required long SilentNanoseconds { get; init; }

    /// <summary>Events that the runtime dropped within this moment because they came faster than they were read.</summary>
    public required long LostEvents { get; init; }

    /// <summary>Processor time of the process within this moment, reported by the system, and so also in silence; null when
    /// the process is gone.</summary>
    public required long? CpuNanoseconds { get; init; }

    /// <summary>The processors that the process may use, and what the workers of its pool did; reported by the system, and
    /// so also in silence. Null when the process is gone.</summary>
    public ProcessorFigures? Processors { get; init; }

    /// <summary>The thread pool.</summary>
    public PoolFigures? Pool { get; init; }

    /// <summary>Memory, locks, timers, exceptions.</summary>
    public RuntimeFigures? Runtime { get; init; }

    /// <summary>Requests that the process serves; null when it serves none by ASP.NET Core.</summary>
    public HttpFigures? Server { get; init; }

    /// <summary>Requests that the process sends; null when it has sent none by HttpClient.</summary>
    public HttpFigures? Client { get; init; }

    /// <summary>What async methods waited for at the end of this moment, the ten places with the most calls; null when
    /// that was not asked for, or not reported.</summary>
    public LiveAwaits? Awaits { get; init; }

    /// <summary>What the agent cannot report, as this runtime is not as expected; one sentence each, null for nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? NotTold { get; init; }

    /// <summary>What the pool decided about its threads, in order; may be empty.</summary>
    public required IReadOnlyList<PoolAdjustment> Adjustments { get; init; }

    /// <summary>The pool ten times a second, reported by the agent; empty where there is none.</summary>
    public required IReadOnlyList<PoolSample> Samples { get; init; }

    /// <summary>True when the process spoke within this moment.</summary>
    [JsonIgnore]
    public bool HasData => SilentNanoseconds == 0;

    /// <summary>Length in seconds.</summary>
    [JsonIgnore]
    public double Seconds => Nanoseconds.ToSeconds(ToNanoseconds - FromNanoseconds);

    /// <summary>True when work waited for a thread at its end, or for most of it: the queue of callers who come together is empty for a
    /// tenth of a second now and then.</summary>
    internal bool WorkWaits =>
        Pool is { QueueLength: > 0 } || (Pool is not null && 2 * Samples.Count(sample => sample.QueueLength > 0) > Samples.Count);

    /// <summary>False when a figure is one that no moment has, as in a journal that somebody changed.</summary>
    internal bool IsPossible =>
        ToNanoseconds >= FromNanoseconds
        && Processors?.IsPossible != false
        && new[] { Pool?.CountedSeconds, Runtime?.CountedSeconds, Server?.CountedSeconds }
            .All(counted => counted is null or >= 0 and < 1e12)
        && Samples.Select(sample => sample.QueueLength).Concat(
        [
            FromNanoseconds, ToNanoseconds, SilentNanoseconds, LostEvents, CpuNanoseconds ?? 0,
            Pool?.QueueLength ?? 0, Pool?.LongestQueue ?? 0,
        ])
            .All(figure => figure is > -10_000_000_000_000_000 and < 10_000_000_000_000_000);
}
