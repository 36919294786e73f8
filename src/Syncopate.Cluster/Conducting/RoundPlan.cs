namespace Syncopate.Cluster.Conducting;

/// <summary>One round as the conductor wants it.</summary>
/// <param name="Parts">Who takes part, and with what; at least one, each agent once.</param>
/// <param name="Limit">How long the work may last, counted from the start; an agent ends it by itself then.</param>
internal sealed record RoundPlan(IReadOnlyList<RoundPart> Parts, TimeSpan Limit)
{
    /// <summary>True to end the round as soon as it cannot become complete: for slots that count only when whole. An agent whose session
    /// ends is lost at once then, as all of it can be measured again; else it may come back for a while.</summary>
    public bool EndsWhenIncomplete { get; init; }

    /// <summary>How long an agent may take to get ready.</summary>
    public TimeSpan ReadyTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Receives each interval once, of each agent in order: the part's index, the number, the body. What it throws as
    /// <see cref="ClusterException"/> gives up that part, and no other.</summary>
    public Action<int, int, string> Keep { get; init; } = static (_, _, _) => { };

    /// <summary>Called when the round will begin, on the conductor's monotonic clock.</summary>
    public Action<TimeSpan> Started { get; init; } = static _ => { };

    /// <summary>Called when the session of an agent is gone (true), and when it is back (false); by the part's index.</summary>
    public Action<int, bool> Away { get; init; } = static (_, _) => { };

    /// <summary>Called when something changes that intervals do not report: a part was lost, or has ended. By its index.</summary>
    public Action<int> Settled { get; init; } = static _ => { };
}

/// <summary>The part of one agent.</summary>
/// <param name="Agent">Who.</param>
/// <param name="Order">What it is to do.</param>
/// <param name="PhaseMicroseconds">How long after the common start it begins, so that requests of several agents at a rate interleave
/// as those of one.</param>
internal sealed record RoundPart(AgentSight Agent, string Order, long PhaseMicroseconds);
