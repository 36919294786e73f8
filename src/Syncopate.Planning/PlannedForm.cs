using System.Text.Json.Serialization;
using Syncopate.Planning.Formulas;

namespace Syncopate.Planning;

/// <summary>One way of waiting, planned for the load that was asked.</summary>
internal sealed record PlannedForm
{
    /// <summary>How it waits.</summary>
    public required WaitStyle Style { get; init; }

    /// <summary>The most that one machine can answer, and what binds it: threads only where the pool has a maximum.</summary>
    public required Bound Bound { get; init; }

    /// <summary>N*: the users, or the arrivals per second, from which on queueing is inevitable, as <see cref="Bound"/>
    /// would be passed; infinity when nothing binds.</summary>
    public required double Knee { get; init; }

    /// <summary>Answers per second of one machine in the steady state, when the pool has the threads it may have.</summary>
    public required double SteadyPerSecond { get; init; }

    /// <summary>Mean latency then, in ms; infinity when the queue grows forever.</summary>
    public required double SteadyMilliseconds { get; init; }

    /// <summary>Threads with which at most 1 % of requests waits for one; 0 for a form that holds none while it waits.</summary>
    public required int ThreadsNeeded { get; init; }

    /// <summary>Simulated at the load that was asked, from a pool at rest.</summary>
    public required PlannedLevel Start { get; init; }

    /// <summary>The first simulated load at which p99 was more than twice the unloaded time; null when none was.</summary>
    public required double? Onset { get; init; }

    /// <summary>From low to high load.</summary>
    public required IReadOnlyList<PlannedLevel> Levels { get; init; }

    /// <summary>The pool during the first seconds.</summary>
    public required IReadOnlyList<PlannedInstant> Ramp { get; init; }

    /// <summary>Share of the simulations that were overloaded: answers fell behind, or requests were left over.</summary>
    public required double CollapsedShare { get; init; }
}

/// <summary>What a form does at one load, by simulation.</summary>
/// <param name="Load">Users, or arrivals per second on one machine.</param>
/// <param name="RequestsPerSecond">Answers per second while requests were sent.</param>
/// <param name="P50Milliseconds">Median latency.</param>
/// <param name="P99Milliseconds">99th percentile of latency.</param>
/// <param name="Threads">Threads at the end.</param>
internal sealed record PlannedLevel(double Load, Band RequestsPerSecond, Band P50Milliseconds, Band P99Milliseconds, Band Threads)
{
    /// <summary>False where all simulations together have fewer than ten requests beyond the 99th percentile: then it is how long single
    /// requests take, which may be compared between forms and is shown to nobody.</summary>
    [JsonIgnore]
    public bool CarriesP99 { get; init; } = true;
}

/// <summary>The pool at one instant of the ramp, over all simulations.</summary>
/// <param name="Seconds">Since the load began.</param>
/// <param name="Threads">Threads of the pool.</param>
/// <param name="QueueLength">Items that wait for a thread.</param>
internal sealed record PlannedInstant(double Seconds, Band Threads, Band QueueLength);
