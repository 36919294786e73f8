using Syncopate.Planning.Formulas;

namespace Syncopate.Planning.Simulation;

/// <summary>A server, its code and the load on it, for a simulation.</summary>
internal sealed record PoolScenario
{
    /// <summary>The kinds of requests, at least one; each request is one of them by chance.</summary>
    public required IReadOnlyList<PlannedEndpoint> Endpoints { get; init; }

    /// <summary>What a thread does meanwhile.</summary>
    public required WaitStyle Style { get; init; }

    /// <summary>Users or arrivals: <see cref="UsersTimesLoops"/>, <see cref="UsersForTime"/>,
    /// <see cref="SteppedUsers"/> or <see cref="Arrivals"/>.</summary>
    public required LoadShape Load { get; init; }

    /// <summary>Cores of the machine, 1 to 1,024.</summary>
    public required int Cores
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 1_024);
            field = value;
        }
    }

    /// <summary>Cores that other work takes; at least 0, less than <see cref="Cores"/>; default 0.</summary>
    public double BackgroundCores { get; init; }

    /// <summary>The pool's minimum; null, the default, for one thread a core.</summary>
    public int? MinimumThreads { get; init; }

    /// <summary>The pool's maximum, 1 to 32,767; that by default.</summary>
    public int MaximumThreads { get; init; } = 32_767;

    /// <summary>Pause of a user between an answer and the next request; default 0.</summary>
    public TimeSpan Think { get; init; }

    /// <summary>True for arrivals at random (Poisson), false, the default, for even ones.</summary>
    public bool ArrivesAtRandom { get; init; }

    /// <summary>Requests without a wait that one caller made before, one after the other; they decide what hill
    /// climbing remembers. Default 0.</summary>
    public int WarmRequests { get; init; }

    /// <summary>Pause between two of them, in seconds.</summary>
    public double WarmGapSeconds { get; init; } = 0.001;
}
