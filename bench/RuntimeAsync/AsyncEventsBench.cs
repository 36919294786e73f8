using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Watch;
using Syncopate.Watch.Awaits.Chains;
using Syncopate.Watch.Probes;

namespace Syncopate.Bench.RuntimeAsync;

/// <summary>What an async timeline costs a saturated server of .NET 11, from the events of the task library and from those of chains: slots
/// without, with the one and with the other, in turns on one process.</summary>
internal static class AsyncEventsBench
{
    private static readonly string[] Sources = ["none", "task library", "chains"];
    private static readonly TimeSpan Slot = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(2);

    /// <summary>Prints a row for each page and source.</summary>
    public static async Task RunAsync(int rounds)
    {
        Output.Machine();
        using BenchServer server = await BenchServer.StartAsync(KestrelServer.Argument);
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), new LoadOptions { Threads = 1 });
        Output.Line($"");
        Output.Line($"Runtime of the server: .NET {Environment.Version}; {rounds} rounds.");
        Output.Line($"");
        Output.Line($"| page | events | requests/s | throughput against none, % (least to most) | events lost |");
        Output.Line($"|---|---|--:|--:|--:|");
        foreach (string page in (string[])[KestrelServer.Plain, KestrelServer.Chain])
        {
            LoadRequest request = new($"/{page}", new UsersForTime(50, Slot));
            foreach (string source in Sources)
                await SlotAsync(server.ProcessId, engine, request, source); // The first makes the process compile what it needs.
            List<Dictionary<string, (double Rate, long Lost)>> all = [];
            for (int round = 0; round < rounds; round++)
            {
                Dictionary<string, (double, long)> one = [];
                foreach (string source in Sources.Skip(round % Sources.Length).Concat(Sources.Take(round % Sources.Length)))
                    one[source] = await SlotAsync(server.ProcessId, engine, request, source);
                all.Add(one);
                Output.Progress($"{page}: round {round + 1} of {rounds}");
            }

            foreach (string source in Sources)
            {
                double[] rate = [.. all.Select(round => 100 * round[source].Rate / round["none"].Rate).Order()];
                double[] seen = [.. all.Select(round => round[source].Rate).Order()];
                string of = FormattableString.Invariant($"{rate[rate.Length / 2]:0.0} ({rate[0]:0.0} to {rate[^1]:0.0})");
                Output.Line($"| {page} | {source} | {seen[seen.Length / 2]:N0} | {of} | {all.Sum(round => round[source].Lost):N0} |");
            }
        }
    }

    private static async Task<(double Rate, long Lost)> SlotAsync(int processId, ILoadEngine engine, LoadRequest request, string source)
    {
        Task<AsyncTimeline>? watching = source == "none" ? null : AsyncProbe.TakeAsync(
            processId, Settling + Slot, TimeProvider.System, source == "chains" ? new ChainReader() : null, CancellationToken.None);
        await Task.Delay(Settling);
        LoadResult result = await engine.RunAsync(request);
        long lost = watching is null ? 0 : (await watching).LostEvents;
        await Task.Delay(Settling); // What a session leaves behind is no part of the next slot.
        return (result.Count / Slot.TotalSeconds, lost);
    }
}
