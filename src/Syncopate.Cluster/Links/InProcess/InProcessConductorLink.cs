namespace Syncopate.Cluster.Links.InProcess;

/// <summary>The conductor's session within the process.</summary>
internal sealed class InProcessConductorLink(InProcessStore store) : IConductorLink
{
    public Task<long> TakeAsync(long? epoch, CancellationToken cancellationToken)
    {
        try
        {
            return Task.FromResult(store.Take(this, epoch));
        }
        catch (Exception e) when (e is ClusterException or LinkBrokenException)
        {
            return Task.FromException<long>(e);
        }
    }

    public Task<IReadOnlyList<AgentSight>> AgentsAsync(CancellationToken cancellationToken) => Task.FromResult(store.Present());

    public Task CommandAsync(IReadOnlyDictionary<int, AgentCommand> commands, CancellationToken cancellationToken)
    {
        store.Command(this, commands);
        return Task.CompletedTask;
    }

    public Task<RoundSight> LookAsync(Guid run, int round, IReadOnlyList<IntervalMark> known, CancellationToken cancellationToken) =>
        Task.FromResult(store.Look(this, run, round, known));

    public Task SweepAsync(CancellationToken cancellationToken)
    {
        store.Sweep(this);
        return Task.CompletedTask;
    }

    public ValueTask DisposeAsync()
    {
        store.Leave(this);
        return ValueTask.CompletedTask;
    }
}
