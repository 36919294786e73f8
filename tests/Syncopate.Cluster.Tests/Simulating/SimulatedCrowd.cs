using System.Globalization;
using Syncopate.Cluster.Conducting;

namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>Many agents of the product in virtual time, in one round: what their protocol asks of a database.</summary>
internal sealed class SimulatedCrowd
{
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    // The first world in which nothing is lost on the way.
    private readonly SimulatedWorld _world = Enumerable.Range(1, 99).Select(seed => new SimulatedWorld((ulong)seed, PlantedFault.None))
        .First(world => world.LossShare == 0);

    private readonly List<SimulatedAgent> _agents = [];
    private readonly List<(TimeSpan At, int Part)> _away = [];
    private readonly List<int> _kept = [];
    private TimeSpan? _begun;
    private long _callsAtStart;
    private RoundOutcome? _outcome;

    /// <summary>What became of the round.</summary>
    public RoundOutcome Outcome => _outcome ?? throw new InvalidOperationException("The round has not ended.");

    /// <summary>Calls per second of one agent while its load runs, each a statement or two.</summary>
    public double CallsPerAgentAndSecond { get; private set; }

    /// <summary>Questions of agents in the last 10 ms before the load began, each by its own clock.</summary>
    public int AskedByAgentsBeforeStart => _agents.Sum(agent =>
        agent is { Net: { } net, Works: [.., { ToldToBegin: { } start }] } ? AskedBefore(net, start) : 0);

    /// <summary>Questions of the conductor in that time, by its clock.</summary>
    public int AskedByConductorBeforeStart { get; private set; }

    /// <summary>When each agent began, in the time of the world; the first one first.</summary>
    public IReadOnlyList<TimeSpan> Begun => [.. _agents.Select(BegunAt).OfType<TimeSpan>().Order()];

    /// <summary>From the kill of an agent until the user is told; null when none was killed.</summary>
    public TimeSpan? ToldAfter { get; private set; }

    /// <summary>From the order to get ready until the load began.</summary>
    public TimeSpan PreparedFor { get; private set; }

    /// <summary>Intervals that count.</summary>
    public int Kept => _kept.Count;

    public int Length => _world.Length;

    /// <summary>Runs one round of so many agents, and kills one of them a second and a half after it began.</summary>
    public static SimulatedCrowd Run(int count, bool killsOne)
    {
        SimulatedCrowd crowd = new();
        for (int i = 0; i < count; i++)
        {
            crowd._agents.Add(new SimulatedAgent(crowd._world, string.Create(CultureInfo.InvariantCulture, $"agent-{i + 1}")));
            crowd._agents[i].Start();
        }

        Task conducting = crowd.ConductAsync(count, killsOne);
        if (!crowd._world.Time.RunUntil(() => conducting.IsCompleted, Longest))
            throw new InvalidOperationException("It hangs.");
        return conducting.IsFaulted ? throw conducting.Exception! : crowd; // It is faulted.
    }

    private TimeSpan Now => TimeSpan.FromTicks(_world.Time.Now);

    private async Task ConductAsync(int count, bool killsOne)
    {
        ActorTime time = new(_world.Time, TimeSpan.Zero, TimeSpan.Zero);
        SimulatedNet net = new(_world.Store, time, _world.Random);
        await using Conductor conductor = await Conductor.OpenAsync(
            async _ =>
            {
                await net.DelayAsync();
                return new SimulatedConductorLink(net);
            },
            Guid.Empty,
            time,
            CancellationToken.None);
        IReadOnlyList<AgentSight> agents = [];
        while (agents.Count(agent => agent.Clock is not null) < count)
        {
            await conductor.PauseAsync(isShort: false, CancellationToken.None);
            agents = await conductor.AgentsAsync(CancellationToken.None);
        }

        TimeSpan asked = Now;
        TimeSpan start = TimeSpan.Zero;
        RoundPlan plan = new([.. agents.Select(agent => new RoundPart(agent, "1", 0))], TimeSpan.FromSeconds(Length + 5))
        {
            Keep = (_, sequence, _) => _kept.Add(sequence),
            Away = (part, _) => _away.Add((Now, part)),
            Started = at =>
            {
                start = at;
                Begin(at - conductor.Now, asked, killsOne);
            },
        };
        _outcome = await conductor.RunAsync(plan, CancellationToken.None);
        AskedByConductorBeforeStart = AskedBefore(net, start.Ticks); // Its clock ticks as a TimeSpan does.
    }

    private void Begin(TimeSpan wait, TimeSpan asked, bool killsOne)
    {
        _begun = Now + wait;
        PreparedFor = _begun.Value - asked;
        TimeSpan second = TimeSpan.FromSeconds(1);
        _world.Time.At(_begun.Value, () => _callsAtStart = SimulatedAgentCalls());
        _world.Time.At(_begun.Value + second, () =>
            CallsPerAgentAndSecond = (double)(SimulatedAgentCalls() - _callsAtStart) / _agents.Count);
        if (!killsOne)
            return;
        TimeSpan killed = _begun.Value + 1.5 * second;
        _world.Time.At(killed, _agents[^1].Kill);
        _world.Time.At(killed + second, () => ToldAfter = _away.Count > 0 ? _away[0].At - killed : null);
    }

    // The clock of an agent is off by as much at any time.
    private static TimeSpan? BegunAt(SimulatedAgent agent) =>
        agent is { Net.Time: { } time, Works: [.., { ToldToBegin: { } start }] }
            ? TimeSpan.FromTicks(start - (time.GetTimestamp() - time.World.Now))
            : null;

    private long SimulatedAgentCalls() => _agents.Sum(agent => agent.Net?.Calls ?? 0);

    private static int AskedBefore(SimulatedNet net, long start) =>
        net.AskedAt.Count(at => at < start && start - at < TimeSpan.FromMilliseconds(10).Ticks);
}
