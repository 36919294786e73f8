using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;

namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>A mistake in the protocol that is planted, to see that the simulation finds it.</summary>
internal enum PlantedFault
{
    None,

    /// <summary>What is sent again gets a new number.</summary>
    SentAgainIsNew,

    /// <summary>Intervals are acknowledged before they are stored.</summary>
    AcknowledgedBeforeStored,

    /// <summary>An agent never notices that its conductor is gone.</summary>
    ConductorIsAlwaysThere,

    /// <summary>An agent that leaves takes with it what it stored.</summary>
    LeavesWithItsResults,
}

/// <summary>An agent's session in the simulated world.</summary>
internal sealed class SimulatedAgentLink : IAgentLink
{
    private readonly SimulatedNet _net;
    private readonly InProcessAgentLink _inner;
    private readonly AcknowledgedIntervals _acknowledged;
    private readonly PlantedFault _planted;
    private long? _epoch;
    private int _agent;

    public SimulatedAgentLink(SimulatedNet net, AcknowledgedIntervals acknowledged, PlantedFault planted)
    {
        _net = net;
        _inner = new InProcessAgentLink(net.Store);
        _acknowledged = acknowledged;
        _planted = planted;
        Session = new SimulatedSession(() => net.Store.Leave(_inner));
    }

    public SimulatedSession Session { get; }

    /// <summary>Called when the agent has an answer to what there is to do; what it ends it ends at no timer of its own.</summary>
    public Action Heard { get; init; } = static () => { };

    public Task<AgentSeat> JoinAsync(AgentCard card, AgentSeat? seat, CancellationToken cancellationToken) =>
        _net.CallAsync(Session, async () =>
    {
        AgentSeat taken = await _inner.JoinAsync(card, seat, cancellationToken);
        _agent = taken.Id;
        return taken;
    });

    public Task<long> ReadClockAsync(CancellationToken cancellationToken) =>
        _net.CallAsync(Session, () => _inner.ReadClockAsync(cancellationToken));

    public Task DescribeAsync(ClockReading clock, bool isBusy, CancellationToken cancellationToken) => _net.CallAsync(Session, async () =>
    {
        await _inner.DescribeAsync(clock, isBusy, cancellationToken);
        return true;
    });

    public Task<AgentHearing> HearAsync(long afterCommand, CancellationToken cancellationToken) => _net.CallAsync(Session, async () =>
    {
        AgentHearing hearing = await _inner.HearAsync(afterCommand, cancellationToken);
        Heard();
        _epoch = hearing.Epoch ?? _epoch;
        return _planted == PlantedFault.ConductorIsAlwaysThere ? hearing with { Epoch = _epoch } : hearing;
    });

    public Task ReplyAsync(AgentReply reply, CancellationToken cancellationToken) => _net.CallAsync(Session, async () =>
    {
        await _inner.ReplyAsync(reply, cancellationToken);
        return true;
    });

    public async Task StoreAsync(IReadOnlyList<StoredInterval> intervals, CancellationToken cancellationToken)
    {
        if (_planted == PlantedFault.AcknowledgedBeforeStored)
        {
            _acknowledged.AddRange(intervals);
            _ = StoreLaterAsync(intervals, cancellationToken);
            await _net.DelayAsync();
            return;
        }

        await _net.CallAsync(Session, async () =>
        {
            if (_planted == PlantedFault.SentAgainIsNew)
                intervals = [.. intervals.Select(Renumbered)];
            await _inner.StoreAsync(intervals, cancellationToken);
            return true;
        });
        _acknowledged.AddRange(intervals);
    }

    public Task WaitAsync(TimeSpan most, CancellationToken cancellationToken) => Task.Delay(most, _net.Time, cancellationToken);

    public Task<bool> ForgetAsync(CancellationToken cancellationToken) => _net.CallAsync(Session, async () =>
    {
        bool isForgotten = await _inner.ForgetAsync(cancellationToken);
        if (isForgotten)
            _acknowledged.RemoveAll(interval => interval.Agent == _agent); // Nobody is there any more to whom it was promised.
        return isForgotten;
    });

    public Task LeaveAsync(CancellationToken cancellationToken) => _net.CallAsync(Session, async () =>
    {
        await _inner.LeaveAsync(cancellationToken);
        if (_planted == PlantedFault.LeavesWithItsResults)
            _net.Store.Remove(_agent);
        return true;
    });

    public ValueTask DisposeAsync()
    {
        Session.End();
        return ValueTask.CompletedTask;
    }

    private async Task StoreLaterAsync(IReadOnlyList<StoredInterval> intervals, CancellationToken cancellationToken)
    {
        try
        {
            await _net.CallAsync(Session, async () =>
            {
                await _inner.StoreAsync(intervals, cancellationToken);
                return true;
            });
        }
        catch (LinkBrokenException)
        {
            // This is the mistake.
        }
    }

    private StoredInterval Renumbered(StoredInterval interval)
    {
        StoredInterval[] own = [.. _net.Store.Stored.Where(s =>
            s.Run == interval.Run && s.Round == interval.Round && s.Agent == interval.Agent && s.Incarnation == interval.Incarnation)];
        return own.Length < interval.Sequence ? interval : interval with { Sequence = own.Length + 1 };
    }
}
