namespace Syncopate.Cluster.Links;

/// <summary>What a conductor orders one agent to do.</summary>
/// <param name="Number">Rises with each command of the database.</param>
/// <param name="Epoch">Of the conductor that gave it: a higher one ends what a lower one began.</param>
/// <param name="Run">The run.</param>
/// <param name="Round">Of the run, from 1.</param>
/// <param name="Kind">What to do.</param>
internal sealed record AgentCommand(long Number, long Epoch, Guid Run, int Round, CommandKind Kind)
{
    /// <summary>The order, for <see cref="CommandKind.Prepare"/>; else empty.</summary>
    public string Body { get; init; } = "";

    /// <summary>When to begin, in microseconds of the database's clock, for <see cref="CommandKind.Start"/>; for
    /// <see cref="CommandKind.Prepare"/> how long the load may last, after which the agent ends it by itself.</summary>
    public long Microseconds { get; init; }
}

/// <summary>The orders that an agent can get.</summary>
internal enum CommandKind
{
    /// <summary>Check the order, open the connections, answer that all is ready.</summary>
    Prepare,

    /// <summary>Begin at an instant.</summary>
    Start,

    /// <summary>End the load now, and answer with what was measured.</summary>
    Stop,
}
