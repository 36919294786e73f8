namespace Syncopate.Cluster.Links;

/// <summary>The conductor's session with what coordinates: only one conductor has it at a time. It is asked one thing at a time.</summary>
/// <remarks>Each call throws <see cref="LinkBrokenException"/> when the session is gone, and is then of no more use.</remarks>
internal interface IConductorLink : IAsyncDisposable
{
    /// <summary>Becomes the conductor.</summary>
    /// <param name="epoch">The epoch it had before its session broke; null for a new conductor.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>The epoch.</returns>
    /// <exception cref="ClusterException">There is another conductor, or there was one since.</exception>
    /// <exception cref="LinkBrokenException">Its own session that broke has not ended yet: it may try again.</exception>
    Task<long> TakeAsync(long? epoch, CancellationToken cancellationToken);

    /// <summary>Agents whose session is alive, by name.</summary>
    Task<IReadOnlyList<AgentSight>> AgentsAsync(CancellationToken cancellationToken);

    /// <summary>Gives one command to several agents; the same kind twice in a round counts once.</summary>
    /// <param name="commands">For each agent, by its number, its command.</param>
    /// <param name="cancellationToken">Gives up.</param>
    Task CommandAsync(IReadOnlyDictionary<int, AgentCommand> commands, CancellationToken cancellationToken);

    /// <summary>Looks at a round.</summary>
    Task<RoundSight> LookAsync(Guid run, int round, IReadOnlyList<IntervalMark> known, CancellationToken cancellationToken);

    /// <summary>Removes everything of all runs: only the agents themselves stay.</summary>
    Task SweepAsync(CancellationToken cancellationToken);
}
