using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Syncopate.Load.Engines;

namespace Syncopate.ClusterBench;

/// <summary>Four agents together against one generator, at the same rate before the same server, whose answers take a known time.</summary>
internal static class HistogramBench
{
    private const int PerSecond = 200;

    private static readonly double[] Percentiles = [50, 75, 90, 95, 99];

    public static async Task RunAsync(TimeSpan length)
    {
        await using BenchCrew crew = await BenchCrew.StartAsync([null, null, null, null], isDelayed: false);
        // 1 to 100 ms by turns: so many of each, whoever asks.
        crew.Target.Wait = number => TimeSpan.FromMilliseconds(number % 100 + 1);
        LoadRequest request = new("/", Arrivals.AtRate(PerSecond, length));
        Figures machine = new();
        List<LoadResult> together = [];
        List<LoadResult> alone = [];
        for (int round = 0; round < 3; round++)
        {
            ClusterFleet fleet = await crew.GatherAsync(onlyWholeLoads: true, static said => Figures.Progress($"{said}"));
            crew.Target.Begin();
            using (ClusterEngine engine = fleet.OpenEngine(crew.HttpTarget, null))
                together.Add(await engine.RunAsync(request));
            crew.Target.Begin();
            using ILoadEngine own = LoadEngine.Open(crew.HttpTarget);
            alone.Add(await own.RunAsync(request));
            Figures.Progress($"round {round + 1} of 3: {together[^1].Count} and {alone[^1].Count}");
        }

        Figures.Line($"| | one generator, ms (three runs) | four agents, ms (three runs) | asked of the server, ms |");
        Figures.Line($"|---|---|---|---|");
        foreach (double percentile in Percentiles)
            Figures.Line($"| p{percentile} | {Row(alone, percentile)} | {Row(together, percentile)} | {percentile} |");
        Figures.Line($"| answers | {Counts(alone)} | {Counts(together)} | {PerSecond * (int)length.TotalSeconds} |");
        Figures.Line($"");
        Figures.Line($"{machine.Machine()}.");
    }

    private static string Counts(List<LoadResult> results) => string.Join(", ", results.Select(result => result.Count));

    private static string Row(List<LoadResult> results, double percentile) =>
        string.Join(", ", results.Select(result => result.Latencies.ValueAtQuantile(percentile / 100) / 1e6)
            .Select(milliseconds => FormattableString.Invariant($"{milliseconds:0.00}")));
}
