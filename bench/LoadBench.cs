using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Syncopate.Load;
using Syncopate.Statistics;

namespace Syncopate.Bench;

/// <summary>The load engine against HttpClient used lean (an invoker and a handler, the answer buffered): same server, slots of one second,
/// each client once a round in random order, ratio of requests a second by Hodges-Lehmann over the rounds.</summary>
internal static class LoadBench
{
    private const ulong Seed = 20260101;

    private static readonly TimeSpan SlotLength = TimeSpan.FromSeconds(1);

    public static async Task RunAsync(IReadOnlyList<int> users, int rounds)
    {
        using NullServer server = await NullServer.StartAsync();
        Print($"{Environment.ProcessorCount} cores, {RuntimeInformation.RuntimeIdentifier}, {RuntimeInformation.FrameworkDescription}; {rounds} rounds of {SlotLength.TotalSeconds} s slots, seed {Seed}");
        Print($"");
        Print($"| users | engine, requests/s | HttpClient, requests/s | ratio [95 %] | engine, bytes/request | HttpClient | engine, CPU us/request | HttpClient | engine, users in flight |");
        Print($"|---|---|---|---|---|---|---|---|---|");
        foreach (int count in users)
            await CompareAsync(server.Address, count, rounds);
    }

    private static async Task CompareAsync(Uri server, int users, int rounds)
    {
        using ILoadEngine loop = LoadEngine.Open(new HttpTarget(server));
        using HttpClientLoop http = new(server, users);
        Func<Task<LoadSlot>>[] clients = [() => MeasureAsync(() => DriveAsync(loop, users)), () => MeasureAsync(() => http.RunAsync(SlotLength))];
        LoadSlot[][] slots = [new LoadSlot[rounds], new LoadSlot[rounds]];
        for (int round = -2; round < rounds; round++)
        {
            foreach (int client in RoundOrder.Draw(Seed, "load", round, clients.Length))
            {
                LoadSlot slot = await clients[client]();
                if (round >= 0) // The first two rounds compile the code.
                    slots[client][round] = slot;
            }
        }

        double[] logRatios = [.. slots[0].Zip(slots[1], (engine, other) => Math.Log(engine.RequestsPerSecond / other.RequestsPerSecond))];
        IntervalEstimate ratio = HodgesLehmann.Estimate(logRatios, alpha: 0.05);
        Print($"| {users} | {Median(slots[0], s => s.RequestsPerSecond):N0} | {Median(slots[1], s => s.RequestsPerSecond):N0} | {Math.Exp(ratio.Theta):0.00} [{Math.Exp(ratio.Low ?? double.NaN):0.00}, {Math.Exp(ratio.High ?? double.NaN):0.00}] | {Median(slots[0], s => s.BytesPerRequest):0.0} | {Median(slots[1], s => s.BytesPerRequest):N0} | {Median(slots[0], s => s.CpuMicrosecondsPerRequest):0.0} | {Median(slots[1], s => s.CpuMicrosecondsPerRequest):0.0} | {Median(slots[0], s => s.InFlightShare):0.0000} |");
    }

    private static async Task<(long Requests, double InFlightShare)> DriveAsync(ILoadEngine loop, int users)
    {
        LoadResult result = await loop.RunAsync(new LoadRequest("/", new UsersForTime(users, SlotLength)));
        if (result.Errors.Count > 0 || result.Failure is not null)
            throw new InvalidOperationException($"The null server failed: {string.Join(", ", result.Errors)} {result.Failure?.What}");
        return (result.Count, result.InFlightShare);
    }

    private static async Task<LoadSlot> MeasureAsync(Func<Task<(long Requests, double InFlightShare)>> drive)
    {
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        TimeSpan cpu = Environment.CpuUsage.TotalTime;
        long started = Stopwatch.GetTimestamp();
        (long requests, double inFlightShare) = await drive();
        double seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        return new LoadSlot(
            requests / seconds,
            (double)(GC.GetTotalAllocatedBytes(precise: true) - bytes) / requests,
            (Environment.CpuUsage.TotalTime - cpu).TotalMicroseconds / requests,
            inFlightShare);
    }

    private static double Median(LoadSlot[] slots, Func<LoadSlot, double> figure) => slots.Select(figure).Order().ElementAt(slots.Length / 2);

    private static void Print(FormattableString line) => Console.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
