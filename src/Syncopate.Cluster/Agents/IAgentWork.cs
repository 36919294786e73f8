namespace Syncopate.Cluster.Agents;

/// <summary>What an agent does in a round. One round at a time.</summary>
internal interface IAgentWork
{
    /// <summary>Checks an order and gets everything ready.</summary>
    /// <param name="order">What to do.</param>
    /// <param name="keep">Takes what each interval measured, in order; what it throws ends the work and is thrown.</param>
    /// <param name="stop">Ends the work, which then reports what it has measured.</param>
    /// <exception cref="ClusterException">It will not, or cannot, do this; the message is for the conductor's user.</exception>
    Task<IPreparedWork> PrepareAsync(string order, Action<string> keep, CancellationToken stop);

    /// <summary>Forgets the run: closes what was kept open from one round to the next.</summary>
    void Release();
}

/// <summary>Work that is ready.</summary>
internal interface IPreparedWork
{
    /// <summary>Begins at a timestamp of the monotonic clock, and returns what was measured beside the intervals.</summary>
    Task<string> RunAsync(long timestamp);
}
