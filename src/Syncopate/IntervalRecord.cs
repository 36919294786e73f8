using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>What <c>syncopate load</c> measured in one interval alone; all intervals of a journal add up to its result.
/// Histograms are in nanoseconds:
/// HdrHistogram V2, compressed, Base64. Decode with <see cref="Syncopate.Histograms.HistogramCodec"/>.</summary>
internal sealed record IntervalRecord : JournalRecord
{
    /// <summary>Start since the load began, monotonic; the first one's is 0, and each other one's is where the one before ended.</summary>
    public required long FromNanoseconds { get; init; }

    /// <summary>End since the load began.</summary>
    public required long ToNanoseconds { get; init; }

    /// <summary>Requests in flight at the end.</summary>
    public required long InFlight { get; init; }

    /// <summary>Good answers, all in <see cref="Histogram"/>.</summary>
    public required long Count { get; init; }

    /// <summary>Failed requests by kind ("status 500", "timed out"); empty when none failed.</summary>
    public required IReadOnlyDictionary<string, long> Errors { get; init; }

    /// <summary>Latencies, from sending to the last byte; at a rate, from when requests were due.</summary>
    public required string Histogram { get; init; }

    /// <summary>Exact sum of the latencies.</summary>
    public required double LatencySumNanoseconds { get; init; }

    /// <summary>Requests sent; null in journals that do not report it.</summary>
    public long? Started { get; init; }

    /// <summary>Good answers of <see cref="Count"/> that came when the time of the load was over; null in journals that
    /// do not report it.</summary>
    public long? Drained { get; init; }

    /// <summary>Failures after the time of the load.</summary>
    public long? DrainedFailures { get; init; }

    /// <summary>Failures that belong to no request.</summary>
    public long? Unasked { get; init; }

    /// <summary>Requests sent once more, because the server had closed their connection between two requests.</summary>
    public long? Reopened { get; init; }

    /// <summary>Failed requests of each step of a scenario, in the order of <see cref="LoadDescription.Steps"/>; null
    /// for a single request.</summary>
    public IReadOnlyList<long>? FailedInStep { get; init; }

    /// <summary>Latencies of each step of a scenario, in the order of <see cref="LoadDescription.Steps"/>; null for a
    /// single request.</summary>
    public IReadOnlyList<string>? Steps { get; init; }

    /// <summary>From sending to the first byte.</summary>
    public required string FirstBytes { get; init; }

    /// <summary>How long each connection took to open.</summary>
    public required string Connects { get; init; }

    /// <summary>At a rate, from sending to the last byte; else null.</summary>
    public required string? Services { get; init; }

    /// <summary>At a rate, how late requests were begun; else null.</summary>
    public required string? Lateness { get; init; }

    /// <summary>Requests due while as many were in flight as may be.</summary>
    public required long Overflowed { get; init; }

    /// <summary>Bytes of all response bodies.</summary>
    public required long BodyBytes { get; init; }

    /// <summary>Bytes received, heads included; 0 where the engine cannot tell.</summary>
    public required long ReceivedBytes { get; init; }

    /// <summary>Bytes sent, heads included; 0 where the engine cannot tell.</summary>
    public required long SentBytes { get; init; }

    /// <summary>Time that the requests which ended in this interval were in flight.</summary>
    public required double InFlightNanoseconds { get; init; }

    /// <summary>Time in which they should have been: users' active time, or time since due.</summary>
    public required double ActiveNanoseconds { get; init; }

    /// <summary>Time for which users were asked to think; null in journals that do not report it.</summary>
    public double? ThinkNanoseconds { get; init; }

    /// <summary>CPU time of the generator's process.</summary>
    public required long GeneratorCpuNanoseconds { get; init; }

    /// <summary>The requests that took longest, the slowest first; null when they carried no trace.</summary>
    public IReadOnlyList<SlowRequest>? Slowest { get; init; }

    /// <summary>What the target's process used, by its latest word at either end; null when it is not watched or reported
    /// nothing new.</summary>
    public TargetUse? Target { get; init; }
}

/// <summary>A request that was slow, by the name under which its server's own traces have it.</summary>
/// <param name="TraceId">The id of its trace (W3C Trace Context): 32 hexadecimal digits, in small letters.</param>
/// <param name="DueNanoseconds">What its latency counts from, since the start of the slot or load.</param>
/// <param name="LatencyNanoseconds">How long it took; at least 0.</param>
/// <param name="Finding">Why it failed, such as "timed out"; null for a good answer.</param>
public sealed record SlowRequest(string TraceId, long DueNanoseconds, long LatencyNanoseconds, string? Finding)
{
    /// <summary>So many are kept of each load, and of each interval; who wants more wants a store of traces.</summary>
    public const int Most = 10;

    /// <summary>The slowest of several that are valid, the slowest first.</summary>
    public static IReadOnlyList<SlowRequest> SlowestOf(IEnumerable<SlowRequest> requests) =>
        [.. requests.Where(slow => slow is { IsValid: true }).OrderByDescending(slow => slow.LatencyNanoseconds).Take(Most)];

    /// <summary>False for what no load could have measured.</summary>
    [JsonPropertyName("isPossible")]
    public bool IsValid => TraceId is { Length: 32 } && TraceId.All(char.IsAsciiHexDigitLower) && DueNanoseconds >= 0
        && LatencyNanoseconds is >= 0 and < 1_000_000_000_000_000;
}
