using Syncopate.Cluster.Loads;
using Syncopate.Load;

namespace Syncopate.ClusterBench;

/// <summary>How far apart agents begin: by the target, which sees the first request of each, and by their own reckoning.</summary>
internal static class StartBench
{
    private static readonly string?[] Clocks = ["+4.2s", "-61s", "+0.3s", null];

    public static async Task RunAsync(int starts)
    {
        await using BenchCrew crew = await BenchCrew.StartAsync(Clocks, isDelayed: true);
        Figures.Line($"| way to the database | seen by the target, ms | by the agents' own reckoning, ms | machine |");
        Figures.Line($"|---|---|---|---|");
        await MeasureAsync(crew, starts, 0, 0);
        await MeasureAsync(crew, starts, 20, 20);
        await MeasureAsync(crew, starts, 35, 5);
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
