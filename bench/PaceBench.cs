using System.Diagnostics;
using Syncopate.Load;
using Syncopate.Load.Engines;

namespace Syncopate.Bench;

/// <summary>How punctual requests at a rate are, and whether their percentiles are those that a freeze must give.</summary>
internal static class PaceBench
{
    private static readonly double[] Rates = [1_000, 5_000, 20_000];
    private static readonly TimeSpan Frozen = TimeSpan.FromSeconds(1);

    /// <summary>How late requests are sent at each rate.</summary>
    public static async Task RunPaceAsync(int seconds)
    {
        using BenchServer server = await BenchServer.StartAsync(NullServer.Argument);
        Output.Line($"{seconds} s at each rate, on a server of a fixed answer.");
        Output.Line($"");
        Output.Line($"| requests/s | sent | late p50 us | p90 | p99 | latency p50 us | p99 | CPU of the thread, % of a core |");
        Output.Line($"|---|---|---|---|---|---|---|---|");
        foreach (double rate in Rates)
        {
            using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), new LoadOptions { Threads = 1 });
            await engine.RunAsync(new LoadRequest("/", Arrivals.AtRate(rate, TimeSpan.FromSeconds(1))));
            LoadResult result = await engine.RunAsync(new LoadRequest("/", Arrivals.AtRate(rate, TimeSpan.FromSeconds(seconds))));
            double Late(double quantile) => result.Lateness!.ValueAtQuantile(quantile) / 1e3; // Not null: a rate has it.
            ThreadUse thread = result.Threads[0];
            Output.Line($"| {rate:N0} | {result.Count:N0} | {Late(0.5):0.0} | {Late(0.9):0.0} | {Late(0.99):0.0} | {result.Latencies.ValueAtQuantile(0.5) / 1e3:0.0} | {result.Latencies.ValueAtQuantile(0.99) / 1e3:0.0} | {100.0 * thread.CpuNanoseconds / thread.WallNanoseconds:0.0} |");
        }
    }

    /// <summary>A10 (1 s of every 10 s at 100 requests per second), and the closed form of 1 s of every 5 s at 1,000.</summary>
    /// <param name="periods">How many of each.</param>
    public static async Task RunFreezeAsync(int periods)
    {
        using BenchServer server = await BenchServer.StartAsync(KestrelServer.Argument);
        Output.Line($"Kestrel, frozen for S = 1 s at the end of every P; {periods} periods. Closed form: quantile q > 1 - S/P is S - P(1 - q), the mean S^2/(2P).");
        Output.Line($"");
        Output.Line($"| P, s | requests/s | figure | closed form, ms | measured, ms | off by |");
        Output.Line($"|---|---|---|---|---|---|");
        await FreezeAsync(server, TimeSpan.FromSeconds(10), 100, periods, [0.95, 0.99, 1]);
        await FreezeAsync(server, TimeSpan.FromSeconds(5), 1_000, periods, [0.9, 0.95, 0.99, 0.999, 1]);
    }

    private static async Task FreezeAsync(BenchServer server, TimeSpan period, double rate, int periods, double[] quantiles)
    {
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), new LoadOptions { Threads = 1 });
        string path = KestrelServer.Stall(Frozen, period);
        await engine.RunAsync(new LoadRequest(path, new UsersTimesLoops(10, 20))); // Compiles the code of both sides.
        LoadResult result = await engine.RunAsync(new LoadRequest(path, Arrivals.AtRate(rate, periods * period) with { MaximumInFlight = 2_000 }));
        foreach (double quantile in quantiles)
            Row(period, rate, $"p{100 * quantile:0.#}", Frozen.TotalMilliseconds - period.TotalMilliseconds * (1 - quantile), result.Latencies.ValueAtQuantile(quantile) / 1e6);
        Row(period, rate, $"mean", Frozen.TotalMilliseconds * Frozen.TotalMilliseconds / (2 * period.TotalMilliseconds), result.LatencySumNanoseconds / result.Count / 1e6);
        Output.Progress($"{result.Count:N0} requests, {result.Errors.Values.Sum()} errors, {Stopwatch.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds:0.0} s");
    }

    private static void Row(TimeSpan period, double rate, FormattableString figure, double expected, double measured) =>
        Output.Line($"| {period.TotalSeconds:0} | {rate:N0} | {FormattableString.Invariant(figure)} | {expected:0.0} | {measured:0.0} | {100 * (measured / expected - 1):+0.0;-0.0} % |");
}
