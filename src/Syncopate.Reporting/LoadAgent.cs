namespace Syncopate.Reporting;

/// <summary>What one of several machines sent.</summary>
/// <param name="Name">The agent's.</param>
/// <param name="Machine">The machine's.</param>
/// <param name="Cores">Processors that it may use.</param>
/// <param name="Part">Its part in words, such as "17 users".</param>
/// <param name="Count">Good answers that count.</param>
/// <param name="Errors">Failed requests that count.</param>
internal sealed record LoadAgent(string Name, string Machine, int Cores, string Part, long Count, long Errors)
{
    /// <summary>How long after the common start it began, in ms; null when it did not, or did not say.</summary>
    public double? StartedLateMilliseconds { get; init; }

    /// <summary>Its wall clock minus the database's in ms; nothing is timed by it.</summary>
    public double ClockOffMilliseconds { get; init; }

    /// <summary>To the database and back, in ms.</summary>
    public double RoundTripMilliseconds { get; init; }

    /// <summary>Share of the time in which its busiest thread was free, 0 to 1; of a client of .NET, which has none of its own, in
    /// which its processors were. Null when that is not known.</summary>
    public double? FreeShare { get; init; }

    /// <summary>Answers per second that its own generator took from a server that answers at once, by which the load was divided; null when
    /// that was not measured.</summary>
    public double? PerSecond { get; init; }

    /// <summary>Slots of a comparison in which it was lost; their rounds were measured again.</summary>
    public int Repeated { get; init; }

    /// <summary>Whether it, and not the target, set the pace of its part.</summary>
    public bool WasTheLimit { get; init; }

    /// <summary>Why not all of its part counts; null when all does.</summary>
    public string? Missing { get; init; }

    /// <summary>Since when nothing more of it counts, in seconds after the start; null when that is not known.</summary>
    public double? LostAtSeconds { get; init; }
}
