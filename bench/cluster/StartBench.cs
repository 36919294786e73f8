using System.Globalization;
using Syncopate.Cluster;
using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.ClusterBench;

/// <summary>How far apart agents begin: by the target, which sees the first request of each, and by their own reckoning.</summary>
internal static class StartBench
{
    // In a comparison agents send a load that is in no figure before the first one that is: what they and the conductor run in a start is
    // compiled by then.
    private const int WarmUps = 10;

    // Of one processor, in which an agent that waits asks the database twenty times a second.
    private const double MostWhileIdle = 0.1;

    private static readonly string?[] Clocks = ["+4.2s", "-61s", "+0.3s", null];
    private static readonly TimeSpan ClockTolerance = TimeSpan.FromMilliseconds(100); // Beside the way of the question.
    private static readonly TimeSpan RestTimeout = TimeSpan.FromSeconds(60);

    public static async Task RunAsync(int starts)
    {
        await using BenchCrew crew = await BenchCrew.StartAsync(Clocks, isDelayed: true);
        await CheckClocksAsync(crew);
        for (int i = 0; i < WarmUps; i++)
            await RunOnceAsync(crew, [], []);
        await RestAsync(crew);
        Figures.Line($"| way to the database | seen by the target, ms | by the agents' own reckoning, ms | machine |");
        Figures.Line($"|---|---|---|---|");
        await MeasureAsync(crew, starts, 0, 0);
        await MeasureAsync(crew, starts, 20, 20);
        await MeasureAsync(crew, starts, 35, 5);
    }

    // A library that cannot be loaded is left out without a word, and the agents would all have the right time.
    private static async Task CheckClocksAsync(BenchCrew crew)
    {
        ClusterFleet fleet = await crew.GatherAsync(onlyWholeLoads: false, static _ => { });
        foreach (BenchAgent agent in crew.Agents)
        {
            ClockReading clock = fleet.Agents.First(seen => seen.Card.Name == agent.Name).Clock
                ?? throw new InvalidOperationException($"{agent.Name} does not know the common clock.");
            double wrong = Math.Abs(clock.WallOffsetMicroseconds - agent.Shift.TotalMicroseconds);
            if (wrong > ClockTolerance.TotalMicroseconds + clock.RoundTripMicroseconds)
            {
                throw new InvalidOperationException(string.Create(
                    CultureInfo.InvariantCulture,
                    $"The clock of {agent.Name} is to be off by {agent.Shift.TotalSeconds} s, and is off by "
                        + $"{Microseconds.ToMilliseconds(clock.WallOffsetMicroseconds)} ms. Is faketime installed?"));
            }
        }
    }

    // Agents that keep the processors busy while nothing is asked of them are no agents of a user, and nothing can be measured beside them.
    private static async Task RestAsync(BenchCrew crew)
    {
        long since = TimeProvider.System.GetTimestamp();
        while (true)
        {
            TimeSpan[] before = [.. crew.Agents.Select(agent => agent.Processor)];
            long from = TimeProvider.System.GetTimestamp();
            await Task.Delay(TimeSpan.FromSeconds(1));
            TimeSpan passed = TimeProvider.System.GetElapsedTime(from);
            (string Name, double Share) busiest = crew.Agents
                .Select((agent, i) => (agent.Name, (agent.Processor - before[i]) / passed))
                .MaxBy(agent => agent.Item2);
            Figures.Progress($"{busiest.Name} uses {100 * busiest.Share:0.0} % of a processor while nothing is asked of it");
            if (busiest.Share <= MostWhileIdle)
                return;
            if (TimeProvider.System.GetElapsedTime(since) > RestTimeout)
                throw new InvalidOperationException($"{busiest.Name} does not come to rest.");
        }
    }

    private static async Task MeasureAsync(BenchCrew crew, int starts, int there, int back)
    {
        foreach (DelayProxy proxy in crew.Proxies)
            proxy.Set(0, 0);
        // Half of the agents are far away.
        foreach (DelayProxy proxy in crew.Proxies.Take(2))
            proxy.Set(there, back);
        Figures machine = new();
        List<double> seen = [];
        List<double> reckoned = [];
        for (int i = 0; i < starts; i++)
        {
            await RunOnceAsync(crew, seen, reckoned);
            Figures.Progress($"{there} + {back} ms: {i + 1} of {starts}, {seen[^1]:0.00} ms apart");
        }

        (string apart, string said) = (Figures.Spread(seen), Figures.Spread(reckoned));
        Figures.Line($"| {there} ms there, {back} ms back, for two of four | {apart} | {said} | {machine.Machine()} |");
    }

    private static async Task RunOnceAsync(BenchCrew crew, List<double> seen, List<double> reckoned)
    {
        ClusterFleet fleet = await crew.GatherAsync(onlyWholeLoads: false, static _ => { });
        crew.Target.Begin();
        using ClusterEngine engine = fleet.OpenEngine(crew.HttpTarget, null);
        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(fleet.Agents.Count, 20)));
        if (result.Failure is { } failure)
            throw new InvalidOperationException(failure.What);
        long[] first = [.. crew.Agents.Select(agent => crew.Target.First(BenchNetwork.AddressOf(agent.Number))
            ?? throw new InvalidOperationException($"{agent.Name} was not seen."))];
        seen.Add(TimeProvider.System.GetElapsedTime(first.Min(), first.Max()).TotalMilliseconds);
        double[] late = [.. fleet.Parts.Select(part => part.StartedLateMicroseconds ?? 0)];
        reckoned.Add((late.Max() - late.Min()) / 1e3);
    }
}
