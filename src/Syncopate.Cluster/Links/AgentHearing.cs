namespace Syncopate.Cluster.Links;

/// <summary>What an agent hears when it asks.</summary>
/// <param name="Commands">For itself, in order, after those it knows.</param>
/// <param name="Epoch">Of the conductor that is there; null when none is.</param>
internal sealed record AgentHearing(IReadOnlyList<AgentCommand> Commands, long? Epoch)
{
    /// <summary>While a round is under way its conductor gives a sign of life so often.</summary>
    public static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(500);

    /// <summary>A sign of life that is no older says by itself that the conductor is there. Who holds its lock need not be asked then,
    /// which takes longer the more agents there are.</summary>
    public static readonly TimeSpan FreshBeat = TimeSpan.FromSeconds(1);

    /// <summary>How long a conductor that is there may give none while a round is under way: after that nobody can rely on it to end
    /// the round.</summary>
    public static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(5);

    /// <summary>How long ago its last sign of life was; without meaning when no round is under way. Negative when the common clock was
    /// set back since.</summary>
    public TimeSpan Silence { get; init; }

    /// <summary>Microseconds of the common clock when this was said: each thing that is heard says how the agent's own clock stands to it.
    /// Null where nobody read it.</summary>
    public long? CommonClock { get; init; }

    /// <summary>Whether the sign of life says by itself that the conductor is there; one that is yet to come says nothing.</summary>
    public bool IsFresh => Silence >= TimeSpan.Zero && Silence < FreshBeat;
}
