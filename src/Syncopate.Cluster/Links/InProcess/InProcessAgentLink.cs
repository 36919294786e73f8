namespace Syncopate.Cluster.Links.InProcess;

/// <summary>An agent's session within the process.</summary>
internal sealed class InProcessAgentLink(InProcessStore store) : IAgentLink
{
    public Task<AgentSeat> JoinAsync(AgentCard card, AgentSeat? seat, CancellationToken cancellationToken)
    {
        try
        {
            return Task.FromResult(store.Join(card, seat, this));
        }
        catch (Exception e) when (e is ClusterException or LinkBrokenException)
        {
            return Task.FromException<AgentSeat>(e);
        }
    }

    public Task<long> ReadClockAsync(CancellationToken cancellationToken) => Task.FromResult(store.Now);

    public Task DescribeAsync(ClockReading clock, bool isBusy, CancellationToken cancellationToken)
    {
        store.Describe(this, clock, isBusy);
        return Task.CompletedTask;
    }

    public Task<AgentHearing> HearAsync(long afterCommand, CancellationToken cancellationToken) =>
        Task.FromResult(store.Hear(this, afterCommand));

    public Task ReplyAsync(AgentReply reply, CancellationToken cancellationToken)
    {
        store.Reply(this, reply);
        return Task.CompletedTask;
    }

    public Task StoreAsync(IReadOnlyList<StoredInterval> intervals, CancellationToken cancellationToken)
    {
        store.Store(this, intervals);
        return Task.CompletedTask;
    }

    public Task WaitAsync(TimeSpan most, CancellationToken cancellationToken) => Task.Delay(most, store.Time, cancellationToken);

    public Task<bool> ForgetAsync(CancellationToken cancellationToken) => Task.FromResult(store.Forget(this));

    public Task LeaveAsync(CancellationToken cancellationToken)
    {
        store.GiveUpPlace(this);
        return Task.CompletedTask;
    }

    public ValueTask DisposeAsync()
    {
        store.Leave(this);
        return ValueTask.CompletedTask;
    }
}
