using System.Diagnostics;
using Syncopate.Load;
using Syncopate.Load.Engines;

namespace Syncopate.Bench;

/// <summary>What the fast engine needs of memory: for an hour's worth of requests, and for ten thousand connections. In
/// this process, so that it can be counted exactly.</summary>
internal static class EnduranceBench
{
    private const int Users = 50;
    private const int Parts = 10;

    /// <summary>So many requests, in ten equal loads of the same engine.</summary>
    public static async Task RunLongAsync(long requests)
    {
        using BenchServer server = await BenchServer.StartAsync(NullServer.Argument);
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), new LoadOptions { Threads = 1 });
        LoadRequest request = new("/", new UsersTimesLoops(Users, (int)Math.Max(1, requests / Users / Parts)));
        await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(Users, 2_000)));
        Output.Line($"{requests:N0} requests by {Users} users on one thread, in {Parts} loads; \"allocated\" is what the thread itself allocated in the timed region, and what all of the process did around it.");
        Output.Line($"");
        Output.Line($"| requests so far | requests/s | errors | resident MB | managed MB | allocated by the thread, B | by the process, B | collections |");
        Output.Line($"|---|---|---|---|---|---|---|---|");
        ProcessMemory before = ProcessMemory.Read();
        Output.Line($"| 0 | | | {before.ResidentMegabytes:0.0} | {before.ManagedMegabytes:0.0} | 0 | 0 | 0 |");
        long sent = 0;
        for (int part = 1; part <= Parts; part++)
        {
            LoadResult result = await engine.RunAsync(request);
            sent += result.Count;
            ProcessMemory now = ProcessMemory.Read();
            double seconds = Stopwatch.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds;
            Output.Line($"| {sent:N0} | {result.Count / seconds:N0} | {result.Errors.Values.Sum()} | {now.ResidentMegabytes:0.0} | {now.ManagedMegabytes:0.0} | {result.Threads[0].AllocatedBytes} | {now.AllocatedBytes - before.AllocatedBytes:N0} | {now.Collections - before.Collections} |");
            Output.Progress($"{sent:N0} requests");
        }
    }

    /// <summary>So many connections open at once, all of them in use.</summary>
    public static async Task RunManyAsync(int connections, int seconds)
    {
        using BenchServer server = await BenchServer.StartAsync(NullServer.Argument);
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), new LoadOptions { Threads = 1 });
        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersForTime(connections, TimeSpan.FromSeconds(seconds))));
        ProcessMemory memory = ProcessMemory.Read();
        double elapsed = Stopwatch.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds;
        Output.Line($"| connections | opened | requests/s | errors | in flight | generator's memory at most, MB | kB a connection |");
        Output.Line($"|---|---|---|---|---|---|---|");
        Output.Line($"| {connections:N0} | {result.ConnectTimes.TotalCount:N0} | {result.Count / elapsed:N0} | {result.Errors.Values.Sum()} | {result.InFlightShare:0.000} | {memory.PeakMegabytes:0.0} | {memory.PeakMegabytes * 1000 / connections:0.0} |");
    }
}
