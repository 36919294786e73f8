namespace Syncopate.Acceptance;

/// <summary>What is predicted of a load.</summary>
internal enum PlanFigure
{
    /// <summary>Answers a second over the makespan.</summary>
    Throughput,

    /// <summary>Mean latency, ms.</summary>
    Mean,

    /// <summary>Median latency, ms.</summary>
    Median,

    /// <summary>99th percentile of latency, ms.</summary>
    P99,

    /// <summary>From the first request to the last answer, s.</summary>
    Makespan,

    /// <summary>Threads at the last answer.</summary>
    Threads,
}
