using Syncopate.Measuring;

namespace Syncopate.Capacity;

/// <summary>What a slow dependency did to one machine.</summary>
public sealed record DependencyOutcome
{
    /// <summary>Requests that arrived.</summary>
    public required long Arrived { get; init; }

    /// <summary>Requests that succeeded.</summary>
    public required long Answered { get; init; }

    /// <summary>Requests that failed: timed out, refused by the bulkhead, or by the breaker.</summary>
    public required long Failed { get; init; }

    /// <summary>Calls made to the dependency, repeated ones included.</summary>
    public required long Calls { get; init; }

    /// <summary>Latencies of all finished requests in nanoseconds, failed ones included: a user waits for those too.</summary>
    public required Histogram Latencies { get; init; }

    /// <summary>Most requests under way on this machine at once.</summary>
    public required int MostInFlight { get; init; }

    /// <summary>Most requests that waited for a thread.</summary>
    public required int LongestQueue { get; init; }

    /// <summary>Seconds after the dependency's recovery until, for a whole second, 95 % as many requests as arrived in it were answered within twice the time they take when all is well; null when that did not happen.</summary>
    public required double? RecoverySeconds { get; init; }
}
