using System.Globalization;
using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;

namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>A conductor, some agents and a store in virtual time, and a seeded plan of what goes wrong. The agents, the conductor and the
/// store are those of the product; only the ways between them, the clocks and the load are made.</summary>
#pragma warning disable CA1001 // The session is the conductor's, which ends it.
internal sealed class SimulatedWorld
#pragma warning restore CA1001
{
    private static readonly TimeSpan LongestRun = TimeSpan.FromSeconds(200);

    private readonly ulong _seed;
    private readonly List<SimulatedAgent> _agents = [];
    private readonly List<string> _faults = [];
    private readonly List<(RoundPlan Plan, RoundOutcome Outcome, List<(int Part, int Sequence, string Body)> Kept)> _rounds = [];
    private readonly ActorTime _conductorTime;
    private SimulatedConductorLink? _conductorLink;
    private TimeSpan? _conductorDied;
    private bool _isStoreTouched;
    private string? _end;

    public SimulatedWorld(ulong seed, PlantedFault planted)
    {
        _seed = seed;
        Random = new Random(unchecked((int)(seed * 2654435761 % int.MaxValue)));
        Planted = planted;
        Time = new VirtualTime();
        Store = new InProcessStore(new ActorTime(Time, TimeSpan.FromDays(10), TimeSpan.Zero));
        _conductorTime = new ActorTime(Time, Within(-1_000, 1_000), Within(-100_000, 100_000));
        Length = Random.Next(2, 6);
        LossShare = Random.Next(3) == 0 ? 0.01 : 0;
    }

    public VirtualTime Time { get; }

    public InProcessStore Store { get; }

    public Random Random { get; }

    public PlantedFault Planted { get; }

    public AcknowledgedIntervals Acknowledged { get; } = [];

    public int Length { get; }

    public double LossShare { get; }

    public bool IsStoreDown { get; private set; }

    public TimeSpan Within(int lowMilliseconds, int highMilliseconds) =>
        TimeSpan.FromMilliseconds(Random.Next(lowMilliseconds, highMilliseconds));

    /// <summary>Runs the world to its end.</summary>
    /// <returns>What is wrong with it, with the seed; null when all holds.</returns>
    public string? Run()
    {
        int count = Random.Next(2, 4);
        for (int i = 0; i < count; i++)
        {
            _agents.Add(new SimulatedAgent(this, string.Create(CultureInfo.InvariantCulture, $"agent-{i + 1}")));
            _agents[i].Start();
        }

        int faults = Random.Next(0, 3);
        for (int i = 0; i < faults; i++)
            Plan(Within(0, 9_000));
        Task conducting = ConductAsync(count);
        bool hasEnded = Time.RunUntil(() => conducting.IsCompleted || _conductorDied is not null, LongestRun);
        // Agents have time to notice that nobody conducts them any more.
        TimeSpan over = TimeSpan.FromTicks(Time.Now);
        Time.RunUntil(() => false, over + TimeSpan.FromSeconds(12));
        // The agents are left as they are: ending each would throw through all that it awaits, and take a third of the time of a world.
        string? wrong = conducting.IsFaulted ? conducting.Exception!.ToString() : hasEnded ? Wrong(over) : "it hangs";
        return wrong is null ? null : $"seed {_seed} ({string.Join("; ", _faults)}): {wrong}";
    }

    private async Task ConductAsync(int count)
    {
        SimulatedNet net = new(Store, _conductorTime, Random) { LossShare = LossShare / 4 };
        try
        {
            await using Conductor conductor = await Conductor.OpenAsync(
                async _ =>
                {
                    await net.DelayAsync();
                    return IsStoreDown ? throw new LinkBrokenException("refused") : _conductorLink = new SimulatedConductorLink(net);
                },
                new Guid((int)_seed, 1, 2, [0, 0, 0, 0, 0, 0, 0, 0]),
                _conductorTime,
                CancellationToken.None);
            conductor.Pause = TimeSpan.FromMilliseconds(150); // Fewer looks are more schedules.
            IReadOnlyList<AgentSight> agents = [];
            for (int tries = 0; agents.Count < count && tries < 100; tries++)
            {
                await conductor.PauseAsync(isShort: false, CancellationToken.None);
                agents = await conductor.AgentsAsync(CancellationToken.None);
            }

            for (int round = 1; round <= 2 && agents.Count > 0; round++)
            {
                List<(int, int, string)> kept = [];
                RoundPlan plan = new([.. agents.Select(a => new RoundPart(a, round.ToString(CultureInfo.InvariantCulture), 0))],
                    TimeSpan.FromSeconds(Length + 2))
                {
                    Keep = (part, sequence, body) => kept.Add((part, sequence, body)),
                    ReadyTimeout = TimeSpan.FromSeconds(15),
                    EndsWhenIncomplete = round == 2,
                };
                _rounds.Add((plan, await conductor.RunAsync(plan, CancellationToken.None), kept));
                agents = await conductor.AgentsAsync(CancellationToken.None);
            }
        }
        catch (ClusterException e)
        {
            _end = e.Message;
        }
    }

    private void Plan(TimeSpan at)
    {
        SimulatedAgent agent = _agents[Random.Next(_agents.Count)];
        TimeSpan lasts = Within(100, 7_000);
        (string Word, Action Begin, Action? End) fault = Random.Next(9) switch
        {
            0 => ("kill", agent.Kill, null),
            1 => ("kill and start again", agent.Kill, agent.Start),
            2 => ("pause", agent.Pause, agent.Resume),
            3 => ("cut", () => Cut(agent, true), () => Cut(agent, false)),
            4 => ("store down", StopStore, () => IsStoreDown = false),
            5 => ("end", agent.End, null),
            6 => ("disk full", agent.FillDisk, agent.FreeDisk),
            7 => ("conductor stands still", _conductorTime.Stop, ResumeConductor),
            _ => ("conductor dies", KillConductor, null),
        };
        _faults.Add(string.Create(
            CultureInfo.InvariantCulture, $"{fault.Word} {_agents.IndexOf(agent) + 1} at {at.TotalSeconds:0.00} for "
                + $"{lasts.TotalSeconds:0.00} s"));
        bool isOfAgent = fault.Word is not ("store down" or "conductor stands still" or "conductor dies");
        agent.IsTouched |= isOfAgent;
        _isStoreTouched |= !isOfAgent;
        Time.At(at, fault.Begin);
        if (fault.End is { } end)
            Time.At(at + lasts, end);
    }

    private static void Cut(SimulatedAgent agent, bool isCut)
    {
        if (agent.Net is { } net)
            net.IsCut = isCut;
    }

    private void StopStore()
    {
        IsStoreDown = true;
        foreach (SimulatedAgent agent in _agents)
            agent.Link?.Session.End();
        _conductorLink?.Session.End();
    }

    private void ResumeConductor()
    {
        if (_conductorDied is null)
            _conductorTime.Go();
    }

    private void KillConductor()
    {
        _conductorTime.Stop();
        _conductorLink?.Session.End();
        _conductorDied = TimeSpan.FromTicks(Time.Now);
    }

    private string? Wrong(TimeSpan over)
    {
        foreach (StoredInterval told in Acknowledged)
        {
            if (!Store.Stored.Contains(told))
                return $"interval {told.Round}/{told.Agent}/{told.Sequence} was acknowledged and is not stored";
        }

        foreach ((RoundPlan plan, RoundOutcome outcome, List<(int Part, int Sequence, string Body)> kept) in _rounds)
        {
            for (int part = 0; part < plan.Parts.Count; part++)
            {
                if (WrongPart(plan, outcome, part, [.. kept.Where(k => k.Part == part).Select(k => (k.Sequence, k.Body))]) is { } wrong)
                    return wrong;
            }
        }

        if (_agents.Find(agent => agent.Works.Any(work => work.IsRunning)) is { } busy)
            return $"agent {_agents.IndexOf(busy) + 1} is still at work {12} s after the end";
        TimeSpan last = _agents.SelectMany(agent => agent.Works).Where(work => !work.IsDead).Select(work => work.LastSeen)
            .DefaultIfEmpty().Max();
        return _conductorDied is { } died && !_agents.Exists(agent => agent.IsTouched) && last > died + TimeSpan.FromSeconds(2.5)
            ? FormattableString.Invariant($"an agent was at work {(last - died).TotalSeconds:0.0} s after its conductor died")
            : null;
    }

    private string? WrongPart(RoundPlan plan, RoundOutcome outcome, int part, IReadOnlyList<(int Sequence, string Body)> kept)
    {
        PartOutcome result = outcome.Parts[part];
        int round = int.Parse(plan.Parts[part].Order, CultureInfo.InvariantCulture);
        string name = $"round {round}, agent {part + 1}";
        for (int i = 0; i < kept.Count; i++)
        {
            if (kept[i].Sequence != i + 1 || kept[i].Body != (i + 1).ToString(CultureInfo.InvariantCulture))
                return $"{name}: interval {i + 1} that counts is {kept[i]}";
        }

        if (result.Intervals != kept.Count)
            return $"{name}: {kept.Count} intervals were kept and {result.Intervals} counted";
        SimulatedAgent agent = _agents.Find(a => result.Agent.Card.Name == $"agent-{_agents.IndexOf(a) + 1}")!; // It is one of them.
        if (result.IsComplete && !(agent.Works.Exists(work => work.Whole.GetValueOrDefault(round) == Length) && kept.Count == Length))
            return $"{name}: it is called complete and is not: {kept.Count} of {Length}";
        SimulatedReasons.Fate fate = new(agent.IsTouched, _isStoreTouched || LossShare > 0, agent.Works.Count);
        if (SimulatedReasons.Lie(result, outcome, plan, fate) is { } lie)
            return $"{name}: {lie}";
        bool isInnocent = !_agents.Exists(a => a.IsTouched) && !_isStoreTouched && LossShare == 0;
        return isInnocent && !result.IsComplete && _end is null ? $"{name}: nothing went wrong, and it is incomplete: {result.Missing}"
            : null;
    }
}
