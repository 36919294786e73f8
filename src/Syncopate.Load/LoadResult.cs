using Syncopate.Histograms;

namespace Syncopate.Load;

/// <summary>What one load measured. Complete also when it was cancelled or the target died: then it holds what came before.</summary>
public sealed record LoadResult
{
    /// <summary>When the users were released, just before the first send; a timestamp of the monotonic clock, which all
    /// processes of the machine share.</summary>
    public required long StartedTimestamp { get; init; }

    /// <summary>When the last answer was received or the last request failed, and not before the time of a load for a
    /// time was over; on the same clock.</summary>
    public required long EndedTimestamp { get; init; }

    /// <summary>Latencies of the recorded answers in nanoseconds, from sending to the last byte; at a rate, from when
    /// the request was due. Owned by the caller.</summary>
    public required Histogram Latencies { get; init; }

    /// <summary>Exact sum of the recorded latencies.</summary>
    public required double LatencySumNanoseconds { get; init; }

    /// <summary>Recorded answers; each complete and with an expected status.</summary>
    public required long Count { get; init; }

    /// <summary>Good answers to requests sent within the discarded head of the load.</summary>
    public required long Discarded { get; init; }

    /// <summary>Failed requests by kind, as in <see cref="Findings"/>; those of the discarded head included. Empty when
    /// none failed.</summary>
    public required IReadOnlyDictionary<string, long> Errors { get; init; }

    /// <summary>Requests sent; with those that were given up unsent because none could be in flight in time.</summary>
    public required long Started { get; init; }

    /// <summary>Requests without an end: those in flight when the load was stopped.</summary>
    public required long Unfinished { get; init; }

    /// <summary>Failures in <see cref="Errors"/> that belong to no request: bytes that nobody asked for.</summary>
    public long Unasked { get; init; }

    /// <summary>Good answers that came after the time of the load, to requests sent within it; 0 for a number of
    /// requests. A rate counts the others, over that time.</summary>
    public long Drained { get; init; }

    /// <summary>Failures after the time of the load.</summary>
    public long DrainedFailures { get; init; }

    /// <summary>From the end of the time of the load to its last answer; 0 for a number of requests.</summary>
    public double DrainNanoseconds { get; init; }

    /// <summary>Requests sent a second time, because the server had closed their connection between two requests, as it
    /// may; their latency counts from the first sending.
    /// The portable engine counts those that were reset; its client sends others again unseen.</summary>
    public long Reopened { get; init; }

    /// <summary>Of a scenario, each of its steps in their order; else empty.</summary>
    public IReadOnlyList<LoadStepResult> Steps { get; init; } = [];

    /// <summary>From sending to the first byte of each recorded answer, in nanoseconds.</summary>
    public required Histogram FirstBytes { get; init; }

    /// <summary>How long each connection took to open, in nanoseconds; those opened before and after the load included.
    /// Only in a load with one connection
    /// a request is this time part of the latencies, too.</summary>
    public required Histogram Connects { get; init; }

    /// <summary>At a rate, from the real sending of each recorded answer to its last byte: what a tool reports that
    /// forgets the requests which had to wait; else null.</summary>
    public required Histogram? Services { get; init; }

    /// <summary>At a rate, how late each request was begun after it was due, in nanoseconds: the generator's own delay,
    /// and the wait for room when <see cref="Overflowed"/>; else null.</summary>
    public required Histogram? Lateness { get; init; }

    /// <summary>At a rate, requests that were due while as many were in flight as may be; sent late, or given up as
    /// timed out. 0 for users.</summary>
    public required long Overflowed { get; init; }

    /// <summary>Body bytes of all answers, good or not, without the framing of chunks.</summary>
    public required long BodyBytes { get; init; }

    /// <summary>All bytes received, heads and framing included; 0 where the engine cannot tell.</summary>
    public required long ReceivedBytes { get; init; }

    /// <summary>All bytes sent, heads included; 0 where the engine cannot tell.</summary>
    public required long SentBytes { get; init; }

    /// <summary>Little's law: time users had a request in flight or were asked to think over the time they were active,
    /// from their planned start to their last answer.
    /// Pausing after failures and a late start make it less than 1; to connect anew where the server has closed counts as in flight.
    /// At a rate, time in flight over time since due. 0 when nothing was sent.</summary>
    public required double InFlightShare { get; init; }

    /// <summary>Requests in flight at once, averaged over the load.</summary>
    public required double MeanInFlight { get; init; }

    /// <summary>CPU time of this whole process during the load.</summary>
    public required long GeneratorCpuNanoseconds { get; init; }

    /// <summary>What each thread of the event loops did; empty for an engine on the thread pool.</summary>
    public required IReadOnlyList<ThreadUse> Threads { get; init; }

    /// <summary>Single good requests in the order in which they were sent; empty unless asked for.</summary>
    public required IReadOnlyList<RequestTrace> Traces { get; init; }

    /// <summary>The requests that took longest, at most ten, the slowest first: good answers that were recorded, and failures. Empty unless
    /// <see cref="LoadRequest.TraceParents"/> gave them ids.</summary>
    public IReadOnlyList<SlowRequest> Slowest { get; init; } = [];

    /// <summary>True when the caller's token ended the load. Requests then in flight are in no figure.</summary>
    public required bool Cancelled { get; init; }

    /// <summary>How the target died; null when it did not.</summary>
    public required LoadFailure? Failure { get; init; }
}

/// <summary>The target stopped answering, and the load was ended for it. What was measured before is kept, but no
/// longer fair to compare.</summary>
/// <param name="AtNanoseconds">When this was known, since the start of the load; 0 when it could not even start.</param>
/// <param name="Finding">How the last request failed, as in <see cref="Findings"/>.</param>
/// <param name="What">The same as a sentence, with the address.</param>
public sealed record LoadFailure(long AtNanoseconds, string Finding, string What);

/// <summary>What a load measured of one step of its scenario.</summary>
/// <param name="Name">The step's.</param>
/// <param name="Latencies">Of its recorded answers, in nanoseconds; owned by the caller.</param>
public sealed record LoadStepResult(string Name, Histogram Latencies)
{
    /// <summary>Its requests that failed, those of the discarded head included.</summary>
    public required long Failed { get; init; }
}
