using Syncopate.Histograms;

namespace Syncopate.Load;

/// <summary>What a load measured, as a whole or in one of its intervals: the figures of its intervals add up to its own.</summary>
public abstract record LoadFigures
{
    /// <summary>Latencies of the recorded answers in nanoseconds, from sending to the last byte; at a rate, from when
    /// the request was due. Owned by the caller.</summary>
    public required Histogram Latencies { get; init; }

    /// <summary>Exact sum of the recorded latencies.</summary>
    public required double LatencySumNanoseconds { get; init; }

    /// <summary>Good answers to requests sent within the discarded head of the load.</summary>
    public required long Discarded { get; init; }

    /// <summary>Failed requests by kind, as in <see cref="Findings"/>; those of the discarded head included. Empty when
    /// none failed.</summary>
    public required IReadOnlyDictionary<string, long> Errors { get; init; }

    /// <summary>Requests sent; with those that were given up unsent because none could be in flight in time.</summary>
    public required long Started { get; init; }

    /// <summary>Failures in <see cref="Errors"/> that belong to no request: bytes that the server sent unsolicited.</summary>
    public long UnsolicitedFailures { get; init; }

    /// <summary>Good answers that came after the time of the load, to requests sent within it; 0 for a number of
    /// requests. A rate counts the others, over that time.</summary>
    public long Drained { get; init; }

    /// <summary>Failures after the time of the load.</summary>
    public long DrainedFailures { get; init; }

    /// <summary>Requests sent a second time, because the server had closed their connection between two requests, as it
    /// may; their latency counts from the first sending.
    /// The portable engine counts those that were reset; its client sends others again unseen.</summary>
    public long Reopened { get; init; }

    /// <summary>From sending to the first byte of each recorded answer, in nanoseconds.</summary>
    public required Histogram FirstByteTimes { get; init; }

    /// <summary>How long each connection took to open, in nanoseconds; those opened before and after the load included.
    /// Only in a load with one connection a request is this time part of the latencies, too.</summary>
    public required Histogram ConnectTimes { get; init; }

    /// <summary>At a rate, from the real sending of each recorded answer to its last byte: what a tool reports that
    /// forgets the requests which had to wait; else null.</summary>
    public required Histogram? ServiceTimes { get; init; }

    /// <summary>At a rate, how late each request was begun after it was due, in nanoseconds: the generator's own delay,
    /// and the wait for room when <see cref="Overflowed"/>; else null.</summary>
    public required Histogram? Lateness { get; init; }

    /// <summary>At a rate, requests that were due while as many were in flight as may be; sent late, or given up as
    /// timed out. 0 for users.</summary>
    public required long Overflowed { get; init; }

    /// <summary>Body bytes of all answers, good or not, without the framing of chunks.</summary>
    public required long BodyBytes { get; init; }

    /// <summary>Of <see cref="BodyBytes"/> those of answers that do not count; null where they were not told apart.</summary>
    internal long? FailedBodyBytes { get; init; }

    /// <summary>Good answers whose body was another one than <see cref="LoadRequest.BodyChecksum"/> expects; null without it.</summary>
    internal long? OtherBodies { get; init; }

    /// <summary>All bytes received, heads and framing included; 0 where the engine cannot tell.</summary>
    public required long ReceivedBytes { get; init; }

    /// <summary>All bytes sent, heads included; 0 where the engine cannot tell.</summary>
    public required long SentBytes { get; init; }

    /// <summary>CPU time of this whole process during the load.</summary>
    public required long GeneratorCpuNanoseconds { get; init; }

    /// <summary>The requests that took longest, at most ten, the slowest first: good answers that were recorded, and failures. Empty unless
    /// <see cref="LoadRequest.TraceParents"/> gave them ids.</summary>
    public IReadOnlyList<SlowRequest> Slowest { get; init; } = [];
}
