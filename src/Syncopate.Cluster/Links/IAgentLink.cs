namespace Syncopate.Cluster.Links;

/// <summary>An agent's session with what coordinates. As long as it is open the agent is there; it is asked one thing at a time.</summary>
/// <remarks>Each call throws <see cref="LinkBrokenException"/> when the session is gone, and is then of no more use.</remarks>
internal interface IAgentLink : IAsyncDisposable
{
    /// <summary>Takes the agent's place.</summary>
    /// <param name="card">What it says of itself.</param>
    /// <param name="seat">What it had before its session broke; null for a process that is new.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="ClusterException">The name is taken, or the agent may not join.</exception>
    /// <exception cref="LinkBrokenException">Its own session that broke has the place still: it may try again.</exception>
    Task<AgentSeat> JoinAsync(AgentCard card, AgentSeat? seat, CancellationToken cancellationToken);

    /// <summary>Microseconds of the common clock.</summary>
    Task<long> ReadClockAsync(CancellationToken cancellationToken);

    /// <summary>Says how the agent's clock stands, and whether it is at work.</summary>
    Task DescribeAsync(ClockReading clock, bool isBusy, CancellationToken cancellationToken);

    /// <summary>What there is to do, and whether a conductor is there.</summary>
    Task<AgentHearing> HearAsync(long afterCommand, CancellationToken cancellationToken);

    /// <summary>Answers; the same answer twice counts once.</summary>
    Task ReplyAsync(AgentReply reply, CancellationToken cancellationToken);

    /// <summary>Stores intervals; when this returns they are safe. The same one twice is kept once.</summary>
    Task StoreAsync(IReadOnlyList<StoredInterval> intervals, CancellationToken cancellationToken);

    /// <summary>Waits for a hint that there is something to hear, at most for a time. A hint may be missed.</summary>
    Task WaitAsync(TimeSpan most, CancellationToken cancellationToken);

    /// <summary>Removes what was said to this agent and what it answered, unless a conductor is there.</summary>
    /// <returns>Whether it is removed.</returns>
    Task<bool> ForgetAsync(CancellationToken cancellationToken);

    /// <summary>Gives its place up, so that nothing of it is left; what it stored for a run that is still there stays as long as that
    /// run.</summary>
    Task LeaveAsync(CancellationToken cancellationToken);
}
