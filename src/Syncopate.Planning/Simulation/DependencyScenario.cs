using Syncopate.Planning.Formulas;

namespace Syncopate.Planning.Simulation;

/// <summary>One machine of a fleet whose requests call something that becomes slow for a while, and what the code does
/// about it. Every machine of a fleet without shared state behaves alike, so one is simulated with its share of the load.</summary>
internal sealed record DependencyScenario
{
    /// <summary>Requests per second that reach this machine at random, above 0.</summary>
    public required double ArrivalsPerSecond { get; init; }

    /// <summary>Length of the simulation, in seconds.</summary>
    public double Seconds { get; init; } = 60;

    /// <summary>CPU of one request on this machine, in seconds.</summary>
    public required double CpuSeconds { get; init; }

    /// <summary>Cores of this machine.</summary>
    public required int Cores { get; init; }

    /// <summary>Threads, each held by one request from start to end; null for the asynchronous form.</summary>
    public int? Threads { get; init; }

    /// <summary>How long the dependency takes on average when all is well, in seconds.</summary>
    public required double WaitSeconds { get; init; }

    /// <summary>How its time is spread around the mean; null, the default, for always the same.</summary>
    public WaitTime? Spread { get; init; }

    /// <summary>How long it takes on average while it is slow, in seconds; equal to <see cref="WaitSeconds"/> for never.</summary>
    public required double SlowWaitSeconds { get; init; }

    /// <summary>When it becomes slow, in seconds.</summary>
    public double SlowFrom { get; init; } = 10;

    /// <summary>When it recovers, in seconds.</summary>
    public double SlowUntil { get; init; } = 25;

    /// <summary>Calls that the dependency works on at once for this machine; the others wait in its line. Null for any
    /// number. Work on calls whose caller has given up goes on.</summary>
    public int? DependencySlots { get; init; }

    /// <summary>After this long a call of the dependency is given up, in seconds; null for never. What waits for a
    /// thread has no call yet.</summary>
    public double? TimeoutSeconds { get; init; }

    /// <summary>How long a caller waits for an answer, counted from the arrival of the request and not from the call
    /// that it leads to, in seconds; null for any time. The server does not learn that a caller left.</summary>
    public double? PatienceSeconds { get; init; }

    /// <summary>How often a failed call is made again; default 0.</summary>
    public int Retries { get; init; }

    /// <summary>Pause before a call is made again, in seconds.</summary>
    public double RetryPauseSeconds { get; init; }

    /// <summary>Most calls under way at once; further ones fail at once (a bulkhead). Null for any number.</summary>
    public int? Bulkhead { get; init; }

    /// <summary>Share of failed calls in a second from which on no call is made for <see cref="BreakSeconds"/> (a
    /// circuit breaker); null for none.</summary>
    public double? BreakAtShare { get; init; }

    /// <summary>How long a breaker stays open before it lets one call try, in seconds.</summary>
    public double BreakSeconds { get; init; } = 5;
}
