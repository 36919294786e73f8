using Syncopate.Histograms;

namespace Syncopate.Planning.Simulation;

/// <summary>What a simulated load did.</summary>
internal sealed record PoolOutcome
{
    /// <summary>Answers.</summary>
    public required long Count { get; init; }

    /// <summary>Latencies in nanoseconds, from when a user sent or a request was due to its answer; those of
    /// <see cref="Unfinished"/> by their age at the end, as they would have taken longer.</summary>
    public required Histogram Latencies { get; init; }

    /// <summary>Mean of these in ms; 0 without a request.</summary>
    public required double MeanMilliseconds { get; init; }

    /// <summary>From the first request to the last answer, in seconds.</summary>
    public required double MakespanSeconds { get; init; }

    /// <summary>Requests without an answer when the simulation was given up, <see cref="PoolSimulation.DrainSeconds"/>
    /// and its own time after the last one was due.</summary>
    public required long Unfinished { get; init; }

    /// <summary>Threads at the last answer.</summary>
    public required int Threads { get; init; }

    /// <summary>The pool every 100 ms, from the first request on.</summary>
    public required IReadOnlyList<PoolInstant> Pool { get; init; }

    /// <summary>Answers per second over the makespan.</summary>
    public double RequestsPerSecond => MakespanSeconds > 0 ? Count / MakespanSeconds : 0;
}
