using Syncopate.Histograms;

namespace Syncopate.Planning.Simulation;

/// <summary>What a slow dependency did to one machine.</summary>
public sealed record DependencyOutcome
{
    /// <summary>Requests that arrived.</summary>
    public required long Arrived { get; init; }

    /// <summary>Requests that succeeded, however late.</summary>
    public required long Answered { get; init; }

    /// <summary>Of the requests that arrived early enough to be answered within their callers' patience before the end, the share that was, 0 to 1; 1 when none did.</summary>
    public required double InTimeShare { get; init; }

    /// <summary>Requests that had neither succeeded nor failed at the end.</summary>
    public required long Open { get; init; }

    /// <summary>Requests that failed: timed out, refused by the bulkhead, or by the breaker.</summary>
    public required long Failed { get; init; }

    /// <summary>Calls made to the dependency, repeated ones included.</summary>
    public required long Calls { get; init; }

    /// <summary>Latencies of all requests in nanoseconds, failed ones included: a user waits for those too. One that was open at the end has the age that it had then, and would have taken longer.</summary>
    public required Histogram Latencies { get; init; }

    /// <summary>Most requests under way on this machine at once.</summary>
    public required int MostInFlight { get; init; }

    /// <summary>Most requests that waited for a thread.</summary>
    public required int LongestQueue { get; init; }

    /// <summary>Seconds after the dependency's recovery until, for a whole second, 95 % as many requests as arrived in it were answered within twice the time that 95 of 100 take when all is well; null when that did not happen.</summary>
    public required double? RecoverySeconds { get; init; }
}
