namespace Syncopate.Acceptance;

/// <summary>What one load on a new process did; one line of the results file.</summary>
/// <param name="Case">Name of the case.</param>
/// <param name="Index">From 1 within the case.</param>
/// <param name="AtUtc">When it ended.</param>
/// <param name="Count">Good answers.</param>
/// <param name="Failed">Requests that failed.</param>
/// <param name="MeanMilliseconds">Mean latency.</param>
/// <param name="P50Milliseconds">Its median.</param>
/// <param name="P99Milliseconds">Its 99th percentile.</param>
/// <param name="MakespanSeconds">From the first request to the last answer.</param>
/// <param name="Threads">Threads of the pool, every second, as the monitor inside told them.</param>
/// <param name="CpuMicrosecondsPerRequest">Processor time of the server.</param>
/// <param name="LoadAverage">Runnable threads in the last minute, after it.</param>
internal sealed record PlanMeasurement(
    string Case,
    int Index,
    DateTimeOffset AtUtc,
    long Count,
    long Failed,
    double MeanMilliseconds,
    double P50Milliseconds,
    double P99Milliseconds,
    double MakespanSeconds,
    IReadOnlyList<int> Threads,
    double CpuMicrosecondsPerRequest,
    double LoadAverage)
{
    /// <summary>The figure as the model gives it.</summary>
    public double Of(PlanFigure figure) => figure switch
    {
        PlanFigure.Throughput => Count / MakespanSeconds,
        PlanFigure.Mean => MeanMilliseconds,
        PlanFigure.Median => P50Milliseconds,
        PlanFigure.P99 => P99Milliseconds,
        PlanFigure.Makespan => MakespanSeconds,
        _ => Threads.Count > 0 ? Threads[^1] : double.NaN,
    };
}
