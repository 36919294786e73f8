using System.Diagnostics;
using System.Globalization;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Machines;
using Syncopate.Watch;
using Syncopate.Watch.Probes;

namespace Syncopate.Bench;

/// <summary>What being watched costs a server: slots with and without a watcher, alternating on the same process.</summary>
internal static class WatchBench
{
    private static readonly string[] Views = ["off", "default", "where", "async"];
    private static readonly TimeSpan Slot = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(2);

    /// <summary>Prints, for each load and view, the server's CPU time a second and its throughput; differences are to
    /// the unwatched slot of the same round.</summary>
    public static async Task RunAsync(int rounds)
    {
        Output.Machine();
        using BenchServer server = await BenchServer.StartAsync(KestrelServer.Argument);
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), new LoadOptions { Threads = 1 });
        Output.Line($"");
        Output.Line($"| load | view | requests/s | CPU of the server, ms/s | more CPU than unwatched, ms/s (least to most) | share of the machine | throughput against unwatched, % (least to most) |");
        Output.Line($"|---|---|---|---|---|---|---|");
        foreach ((string name, LoadShape shape) in new (string, LoadShape)[] { ("2,000 requests/s", new Arrivals(2_000, 2_000, Slot)), ("50 users, saturated", new UsersForTime(50, Slot)) })
        {
            LoadRequest request = new("/" + KestrelServer.Plain, shape);
            // The first session of a process makes it compile what it needs for one; what that costs is no part of any slot.
            await SlotAsync(server.ProcessId, engine, request, "where");
            List<Dictionary<string, (double Rate, double Cpu)>> all = [];
            for (int round = 0; round < rounds; round++)
            {
                Dictionary<string, (double, double)> one = [];
                foreach (string view in Views.Skip(round % Views.Length).Concat(Views.Take(round % Views.Length)))
                    one[view] = await SlotAsync(server.ProcessId, engine, request, view);
                all.Add(one);
                Output.Progress($"{name}: round {round + 1} of {rounds}");
            }

            foreach (string view in Views)
                Print(name, view, all);
        }
    }

    /// <summary>Prints memory of both processes, lost events and silent seconds while a server at 20,000 requests/s is watched.</summary>
    public static async Task RunSoakAsync(int seconds)
    {
        Output.Machine();
        using BenchServer server = await BenchServer.StartAsync(KestrelServer.Argument);
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), new LoadOptions { Threads = 1 });
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(server.ProcessId, new WatchOptions { WithAwaits = true });
        Task<LoadResult> load = engine.RunAsync(new LoadRequest("/" + KestrelServer.Plain, new Arrivals(20_000, 20_000, TimeSpan.FromSeconds(seconds))));
        Output.Line($"");
        Output.Line($"| seconds | requests/s | server, resident MB | watcher, resident MB | watcher, managed MB | lost events | silent seconds |");
        Output.Line($"|---|---|---|---|---|---|---|");
        (int count, long lost, int silent) = (0, 0, 0);
        await foreach (WatchSample moment in watch.MomentsAsync())
        {
            lost += moment.LostEvents;
            silent += moment.HasData ? 0 : 1;
            if (++count % Math.Max(1, seconds / 10) == 0)
            {
                ProcessMemory memory = ProcessMemory.Read();
                Output.Line($"| {count} | {moment.Server?.RequestsPerSecond ?? 0:N0} | {Resident(server.ProcessId):0.0} | {memory.ResidentMegabytes:0.0} | {memory.ManagedMegabytes:0.0} | {lost} | {silent} |");
            }

            if (load.IsCompleted)
                break;
        }

        LoadResult result = await load;
        Output.Line($"");
        Output.Line($"{result.Count:N0} requests, {result.Errors.Values.Sum():N0} failed; {lost} events lost, {silent} silent seconds.");
    }

    private static async Task<(double Rate, double Cpu)> SlotAsync(int processId, ILoadEngine engine, LoadRequest request, string view)
    {
        using CancellationTokenSource end = new();
        Task watching = view switch
        {
            "off" => Task.CompletedTask,
            "async" => AsyncProbe.TakeAsync(processId, Settling + Slot, TimeProvider.System),
            _ => WatchAsync(processId, view == "where", end.Token),
        };
        await Task.Delay(Settling);
        long cpu = ProcessCpu.Nanoseconds(processId) ?? 0;
        long started = Stopwatch.GetTimestamp();
        LoadResult result = await engine.RunAsync(request);
        double seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        double used = ((ProcessCpu.Nanoseconds(processId) ?? 0) - cpu) / 1e6 / seconds;
        await end.CancelAsync();
        await watching;
        return (result.Count / seconds, used);
    }

    // As the command does it: with --where blocked places are looked for one second in ten.
    private static async Task WatchAsync(int processId, bool where, CancellationToken cancellationToken)
    {
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(processId, new WatchOptions { WithAwaits = true }, CancellationToken.None);
        int moments = 0;
        try
        {
            await foreach (WatchSample _ in watch.MomentsAsync(cancellationToken))
            {
                if (where && moments++ % 10 == 3)
                    await BlockingProbe.TakeAsync(processId, ProbeTrigger.Window, cancellationToken: cancellationToken);
            }
        }
        catch (OperationCanceledException)
        {
            // The slot is over.
        }
    }

    private static void Print(string load, string view, List<Dictionary<string, (double Rate, double Cpu)>> rounds)
    {
        double[] more = [.. rounds.Select(round => round[view].Cpu - round["off"].Cpu).Order()];
        double[] rate = [.. rounds.Select(round => 100 * round[view].Rate / round["off"].Rate).Order()];
        double machine = 1000.0 * Environment.ProcessorCount;
        Output.Line($"| {load} | {view} | {Median(rounds.Select(round => round[view].Rate)):N0} | {Median(rounds.Select(round => round[view].Cpu)):0.0} | {Median(more):0.0} ({more[0]:0.0} to {more[^1]:0.0}) | {100 * Median(more) / machine:0.00}% | {Median(rate):0.0} ({rate[0]:0.0} to {rate[^1]:0.0}) |");
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    // In units of 1,024 bytes (proc(5)).
    private static double Resident(int processId) => double.Parse(
        File.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/status")).First(line => line.StartsWith("VmRSS:", StringComparison.Ordinal))[6..].Replace("kB", "", StringComparison.Ordinal).Trim(),
        CultureInfo.InvariantCulture) * 1024 / 1e6;
}
