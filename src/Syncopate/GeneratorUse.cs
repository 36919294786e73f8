namespace Syncopate;

/// <summary>What the generator's threads did in one load of <c>syncopate load</c>.</summary>
/// <param name="BusyShares">For each thread the share of the time in which it was at work or kept from it, 0 to 1;
/// empty for an engine on the thread pool.</param>
internal sealed record GeneratorUse(IReadOnlyList<double> BusyShares) : JournalRecord
{
    /// <summary>What each of several machines did, by name; null for a load from one process.</summary>
    public IReadOnlyList<AgentPart>? Agents { get; init; }
}

/// <summary>What one of several machines did of a load, or of all slots of a comparison.</summary>
internal sealed record AgentPart
{
    /// <summary>The agent's name.</summary>
    public required string Name { get; init; }

    /// <summary>The machine's name.</summary>
    public required string Machine { get; init; }

    /// <summary>Processors that it may use.</summary>
    public required int Cores { get; init; }

    /// <summary>Answers per second that its own generator took from a server that answers at once, before anything was divided; null when
    /// that was not measured.</summary>
    public double? PerSecond { get; init; }

    /// <summary>Its part in words, such as "17 users" or "400 requests/s".</summary>
    public required string Part { get; init; }

    /// <summary>Good answers that count.</summary>
    public required long Count { get; init; }

    /// <summary>Failed requests that count.</summary>
    public required long Errors { get; init; }

    /// <summary>How long after the common start it began, in microseconds, by its reckoning of the common clock; the longest of all
    /// slots. Null when it never began.</summary>
    public required double? StartedLateMicroseconds { get; init; }

    /// <summary>How long after the first agent of the same load it began, in microseconds; the longest of all slots. Null when it never
    /// began, and in journals of before this was kept.</summary>
    public double? ApartMicroseconds { get; init; }

    /// <summary>Round trip of the question by which it knows the common clock; half of it is what that may be wrong.</summary>
    public required double RoundTripMicroseconds { get; init; }

    /// <summary>Its wall clock minus that of the database; nothing is timed by it.</summary>
    public required double WallOffsetMicroseconds { get; init; }

    /// <summary>Share of the time in which its busiest thread was at work or kept from it; where it has no threads of its own, the share of
    /// all processors of its machine that its agents took. Null when that is not known.</summary>
    public required double? BusyShare { get; init; }

    /// <summary>True when <see cref="BusyShare"/> is of its machine's processors.</summary>
    public bool IsOfProcessors { get; init; }

    /// <summary>Share of its machine's processors that the machine's host gave to others while it sent, 0 to 1, of the load in which that
    /// was most; null when that is not known, and in journals of before this was kept.</summary>
    public double? StolenShare { get; init; }

    /// <summary>The same as the mean of all loads; null when that is not known, and in journals of before this was kept.</summary>
    public double? MeanStolenShare { get; init; }

    /// <summary>CPU time of its process.</summary>
    public required long CpuNanoseconds { get; init; }

    /// <summary>Why not all of its part counts, as a clause; null when all does.</summary>
    public string? Missing { get; init; }

    /// <summary>Since when nothing more of it counts, in seconds after the start; null when that is not known, or all counts.</summary>
    public double? LostAtSeconds { get; init; }

    /// <summary>Intervals that came when it was given up already; in no figure.</summary>
    public int LateIntervals { get; init; }

    /// <summary>Slots of a comparison in which it was lost; their rounds were measured again, and they are in no other figure.</summary>
    public int Repeated { get; init; }

    /// <summary>Above this share of busy time an agent was the limit, as any generator.</summary>
    public const double LimitShare = 0.9;

    // As for a load from one process (LoadDoubts): beyond half of all processors, work waits for one.
    private const double ProcessorsLimitShare = 0.5;

    /// <summary>How near it came to being the limit, which begins above 1; null when that is not known.</summary>
    internal double? LimitRatio => BusyShare / (IsOfProcessors ? ProcessorsLimitShare : LimitShare);

    /// <summary>Whether the agent, and not the target, set the pace of its part.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool WasTheLimit => BusyShare > (IsOfProcessors ? ProcessorsLimitShare : LimitShare);
}
