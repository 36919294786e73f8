namespace Syncopate.Cluster.Conducting;

/// <summary>What became of a round.</summary>
/// <param name="Parts">In the order of the plan.</param>
internal sealed record RoundOutcome(IReadOnlyList<PartOutcome> Parts)
{
    /// <summary>Whether each agent measured all that it was asked to, or was stopped by the caller.</summary>
    public bool IsComplete => Parts.All(part => part.IsComplete);

    /// <summary>When all began, on the common clock in microseconds; null when it never came to that.</summary>
    public long? StartedMicroseconds { get; init; }
}

/// <summary>What became of one agent's part.</summary>
/// <param name="Agent">Who.</param>
internal sealed record PartOutcome(AgentSight Agent)
{
    /// <summary>What it said at the end; null when it said nothing.</summary>
    public string? Summary { get; init; }

    /// <summary>Why it is not whole, as a clause without a capital or a stop; null when it is.</summary>
    public string? Missing { get; init; }

    /// <summary>Since when nothing more of it counts, from the start on; null when all of it does.</summary>
    public TimeSpan? LostAt { get; init; }

    /// <summary>True when it never began: it could not, or would not.</summary>
    public bool IsRefused { get; init; }

    /// <summary>Intervals that count.</summary>
    public required int Intervals { get; init; }

    /// <summary>Intervals that came when it was given up; stored, and not counted.</summary>
    public required int LateIntervals { get; init; }

    /// <summary>Whether it measured all that it was asked to.</summary>
    public bool IsComplete => Missing is null && Summary is not null;
}
