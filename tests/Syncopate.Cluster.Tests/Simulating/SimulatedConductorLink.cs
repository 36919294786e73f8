using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;

namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>The conductor's session in the simulated world.</summary>
internal sealed class SimulatedConductorLink : IConductorLink
{
    private readonly SimulatedNet _net;
    private readonly InProcessConductorLink _inner;

    public SimulatedConductorLink(SimulatedNet net)
    {
        _net = net;
        _inner = new InProcessConductorLink(net.Store);
        Session = new SimulatedSession(() => net.Store.Leave(_inner));
    }

    public SimulatedSession Session { get; }

    public Task<long> TakeAsync(long? epoch, CancellationToken cancellationToken) =>
        _net.CallAsync(Session, () => _inner.TakeAsync(epoch, cancellationToken));

    public Task<IReadOnlyList<AgentSight>> AgentsAsync(CancellationToken cancellationToken) =>
        _net.CallAsync(Session, () => _inner.AgentsAsync(cancellationToken));

    public Task CommandAsync(IReadOnlyDictionary<int, AgentCommand> commands, CancellationToken cancellationToken) =>
        _net.CallAsync(Session, async () =>
    {
        await _inner.CommandAsync(commands, cancellationToken);
        return true;
    });

    public Task<RoundSight> LookAsync(Guid run, int round, IReadOnlyList<IntervalMark> known, CancellationToken cancellationToken) =>
        _net.CallAsync(Session, () => _inner.LookAsync(run, round, known, cancellationToken));

    // What is stored stays, to be looked at when all is over.
    public Task SweepAsync(CancellationToken cancellationToken) => _net.CallAsync(Session, () => Task.FromResult(true));

    public ValueTask DisposeAsync()
    {
        Session.End();
        return ValueTask.CompletedTask;
    }
}
