using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Statistics;

namespace Syncopate.Bench;

/// <summary>What a trace in each request costs the generator: loads with and without it in turns, on a server of a fixed answer.</summary>
internal static class TraceBench
{
    private const double Alpha = 0.05;

    public static async Task RunAsync(int rounds)
    {
        using BenchServer server = await BenchServer.StartAsync(NullServer.Argument);
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), new LoadOptions { Threads = 1 });
        TraceParents parents = new(1);
        List<double> more = [];
        List<double> without = [];
        for (int round = -2; round < rounds; round++)
        {
            bool isFirst = round % 2 == 0;
            double first = await MicrosecondsAsync(engine, isFirst ? parents : null);
            double second = await MicrosecondsAsync(engine, isFirst ? null : parents);
            if (round < 0)
                continue; // Compiles the code of both sides.
            more.Add(isFirst ? first - second : second - first);
            without.Add(isFirst ? second : first);
            Output.Progress($"round {round + 1} of {rounds}");
        }

        IntervalEstimate difference = HodgesLehmann.Estimate([.. more], Alpha);
        Output.Line($"| CPU of the generator, µs per request, {rounds} rounds of 1 s each way | with a trace more by | 95 % |");
        Output.Line($"|---|--:|--:|");
        double usual = HodgesLehmann.Estimate([.. without], Alpha).Theta;
        Output.Line($"| {usual:0.00} | {difference.Theta:0.000} | {difference.Low:0.000} to {difference.High:0.000} |");
    }

    private static async Task<double> MicrosecondsAsync(ILoadEngine engine, TraceParents? parents)
    {
        LoadRequest request = new("/", new UsersForTime(50, TimeSpan.FromSeconds(1))) { TraceParents = parents };
        LoadResult result = await engine.RunAsync(request);
        return result.Threads.Sum(thread => thread.CpuNanoseconds) / 1e3 / result.Count;
    }
}
