using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Loads;

namespace Syncopate.ClusterBench;

/// <summary>Rounds with random faults by a seeded plan. After each round: what counts is stored, once, and no more than the target has seen
/// of that agent; what is called whole is whole; nobody is blamed who was left alone; and it has ended.</summary>
internal static class FaultBench
{
    private const int Agents = 4;
    private const int PerSecond = 80;

    private static readonly TimeSpan Length = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    /// <returns>0 when all held, else 1.</returns>
    public static async Task<int> RunAsync(int seed, TimeSpan time)
    {
        await using BenchCrew crew = await BenchCrew.StartAsync([null, "+4.2s", "-61s", null], isDelayed: true);
        Random random = new(seed);
        Figures machine = new();
        FaultTally tally = new();
        long started = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(started) < time && tally.Hangs == 0)
            await RoundAsync(crew, random, tally);
        Figures.Line($"| figure | value |");
        Figures.Line($"|---|---|");
        Figures.Line($"| seed, rounds, faults | {seed}, {tally.Rounds}, {tally.Faults} |");
        foreach ((FaultKind kind, int count) in tally.ByKind)
            Figures.Line($"| {kind} | {count} |");
        Figures.Line($"| intervals that count | {tally.Counted} |");
        Figures.Line($"| of them not stored, or stored otherwise than once | {tally.Unstored} |");
        Figures.Line($"| parts whole; parts with a loss declared | {tally.Whole}; {tally.Declared} |");
        Figures.Line($"| rounds ended with a clear word | {tally.Refused} |");
        Figures.Line($"| parts called whole that are not; more counted than the target saw | {tally.Lies} |");
        Figures.Line($"| parts lost of agents that were left alone, while the database was | {tally.Innocent} |");
        Figures.Line($"| rounds that did not end within {Longest.TotalSeconds} s | {tally.Hangs} |");
        Figures.Line($"| machine | {machine.Machine()} |");
        foreach (string word in tally.Words)
            Figures.Line($"- {word}");
        return tally.IsClean ? 0 : 1;
    }

    private static async Task RoundAsync(BenchCrew crew, Random random, FaultTally tally)
    {
        foreach (BenchAgent agent in crew.Agents.Where(agent => !agent.IsRunning))
            agent.Start();
        ClusterFleet fleet = await crew.GatherAsync(onlyWholeLoads: false, static _ => { });
        crew.Target.Begin();
        Fault[] faults = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Fault.Draw(random, Agents, Length))];
        WatchedRound round = new(crew, fleet.Agents);
        Task<RoundOutcome> running = round.RunAsync(Arrivals.AtRate(PerSecond, Length));
        Task[] hurting = [.. faults.GroupBy(fault => fault.Kind == FaultKind.DatabaseKill ? 0 : fault.Agent)
            .Select(same => HurtAsync(crew, round.Begun, [.. same.OrderBy(fault => fault.After)], running))];
        await Task.WhenAny(running, Task.Delay(Longest));
        if (!running.IsCompleted)
        {
            tally.Hang(faults);
            return;
        }

        await Task.WhenAll(hurting);
        string? refused = null;
        try
        {
            RoundOutcome outcome = await running;
            await round.JudgeAsync(outcome, faults, tally);
        }
        catch (Syncopate.Cluster.ClusterException e)
        {
            refused = e.Message;
        }

        tally.Add(faults, refused);
        string plan = string.Join("; ", faults.Select(fault => fault.ToString()));
        Figures.Progress($"{tally.Rounds} rounds, {tally.Faults} faults: {plan}{(refused is null ? "" : " -> " + refused)}");
    }

    private static async Task HurtAsync(BenchCrew crew, Task begun, Fault[] faults, Task running)
    {
        await Task.WhenAny(begun, running); // A round that is refused never begins.
        long started = TimeProvider.System.GetTimestamp();
        foreach (Fault fault in faults)
        {
            TimeSpan wait = fault.After - TimeProvider.System.GetElapsedTime(started);
            if (wait > TimeSpan.Zero)
                await Task.Delay(wait);
            await HurtAsync(crew, fault);
        }
    }

    /// <summary>Does what a fault is, and undoes it when its time is over; an agent that has ended is for the caller to start.</summary>
    public static async Task HurtAsync(BenchCrew crew, Fault fault)
    {
        BenchAgent agent = crew.Agents[fault.Agent - 1];
        switch (fault.Kind)
        {
            case FaultKind.Kill:
                agent.Signal("KILL");
                break;
            case FaultKind.End:
                // As its machine's owner ends it: what it measured by then counts. Until it has ended the next round would find it there.
                agent.Signal("TERM");
                await agent.EndAsync();
                break;
            case FaultKind.Pause:
                agent.Signal("STOP");
                await Task.Delay(fault.Lasts);
                agent.Signal("CONT");
                break;
            case FaultKind.Cut:
                BenchNetwork.Cut(fault.Agent);
                await Task.Delay(fault.Lasts);
                BenchNetwork.Heal(fault.Agent);
                break;
            case FaultKind.Delay:
                crew.Proxies[fault.Agent - 1].Set((int)fault.Lasts.TotalMilliseconds / 6, (int)fault.Lasts.TotalMilliseconds / 12);
                await Task.Delay(fault.Lasts);
                crew.Proxies[fault.Agent - 1].Set(0, 0);
                break;
            default:
                await crew.Database.KillAsync();
                await Task.Delay(fault.Lasts);
                await crew.Database.RiseAsync();
                break;
        }
    }
}
