namespace Syncopate.Reporting;

/// <summary>One interval of a load. Latencies are in ms, and null where no request was answered; a percentile above the median also
/// where fewer than ten answers lie beyond it.</summary>
/// <param name="FromSeconds">Start since the load began.</param>
/// <param name="ToSeconds">End since the load began.</param>
/// <param name="Count">Answers.</param>
/// <param name="Errors">Failed requests.</param>
/// <param name="RequestsPerSecond">Answers per second; null for an interval that is too short to have a rate.</param>
/// <param name="Mean">Mean.</param>
/// <param name="P50">Median.</param>
/// <param name="P90">90th percentile.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="Max">Longest.</param>
/// <param name="InFlight">Requests in flight at the end.</param>
/// <param name="Threads">Most thread-pool threads of the target; null when it is not watched.</param>
/// <param name="QueueLength">Longest thread-pool queue of the target; null when it is not watched.</param>
/// <param name="Cores">Processors that the target used; null when it is not watched.</param>
internal sealed record LoadIntervalReport(
    double FromSeconds, double ToSeconds, long Count, long Errors, double? RequestsPerSecond, double? Mean, double? P50, double? P90,
    double? P99, double? Max, long InFlight,
    int? Threads = null, long? QueueLength = null, double? Cores = null);
