using Syncopate.Measuring;

namespace Syncopate.Load;

/// <summary>What one load measured. Complete also when it was cancelled or the target died: then it holds what came before.</summary>
public sealed record LoadResult
{
    /// <summary>When the users were released, just before the first send; a timestamp of the monotonic clock, which all processes of the machine share.</summary>
    public required long StartedTimestamp { get; init; }

    /// <summary>When the last answer was received or the last request failed; on the same clock.</summary>
    public required long EndedTimestamp { get; init; }

    /// <summary>Latencies of the recorded answers in nanoseconds, from 1 us. Owned by the caller.</summary>
    public required Histogram Latencies { get; init; }

    /// <summary>Exact sum of the recorded latencies.</summary>
    public required double LatencySumNanoseconds { get; init; }

    /// <summary>Recorded answers; each a complete answer with a status of 200 to 299.</summary>
    public required long Count { get; init; }

    /// <summary>Good answers to requests sent within the discarded head of the load.</summary>
    public required long Discarded { get; init; }

    /// <summary>Failed requests by kind, as in <see cref="Findings"/>; those of the discarded head included. Empty when none failed.</summary>
    public required IReadOnlyDictionary<string, long> Errors { get; init; }

    /// <summary>Body bytes of all answers, good or not, without the framing of chunks.</summary>
    public required long BodyBytes { get; init; }

    /// <summary>Little's law: time users had a request in flight over the time they were active, from their planned start to their last answer.
    /// Reconnecting, pausing after failures and a late start make it less than 1. 0 when nothing was sent.</summary>
    public required double InFlightShare { get; init; }

    /// <summary>CPU time of this whole process during the load.</summary>
    public required long GeneratorCpuNanoseconds { get; init; }

    /// <summary>Single good requests in the order in which they were sent; empty unless asked for.</summary>
    public required IReadOnlyList<RequestTrace> Traces { get; init; }

    /// <summary>True when the caller's token ended the load. Requests then in flight are in no figure.</summary>
    public required bool Cancelled { get; init; }

    /// <summary>How the target died; null when it did not.</summary>
    public required LoadFailure? Failure { get; init; }
}
