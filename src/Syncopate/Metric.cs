namespace Syncopate;

/// <summary>What two forms are compared by.</summary>
internal enum Metric
{
    /// <summary>Mean latency; the primary metric of every question about work that waits. Lower is better.</summary>
    Mean,

    /// <summary>Median latency. Lower is better.</summary>
    P50,

    /// <summary>90th percentile of latency. Lower is better.</summary>
    P90,

    /// <summary>99th percentile of latency; judged only with 1,000 requests per slot. Lower is better.</summary>
    P99,

    /// <summary>Answers per second. Higher is better.</summary>
    RequestsPerSecond,

    /// <summary>CPU time of the server for one request. Lower is better.</summary>
    CpuPerRequest,

    /// <summary>Bytes the server allocated for one request. Lower is better.</summary>
    BytesPerRequest,

    /// <summary>Most thread-pool threads in a slot. Lower is better.</summary>
    Threads,

    /// <summary>Thread-pool threads that ran in a slot, of those that existed. Lower is better.</summary>
    ThreadsUsed,
}
