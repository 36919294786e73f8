using System.Globalization;
using System.Runtime.InteropServices;
using Syncopate.Statistics;

namespace Syncopate.Bench;

/// <summary>The engines against the tools that are on this machine: same server, each client once a round in random order, ratio of requests a second
/// to the fast engine's by Hodges-Lehmann over the rounds. One core for the server, another for the client.</summary>
internal static class LoadBench
{
    private const ulong Seed = 20260101;

    public static async Task RunAsync(IReadOnlyList<int> users, int rounds, int seconds)
    {
        using NullServer server = await NullServer.StartAsync();
        using EngineClient engine = new("event loop");
        using EngineClient http = new("HttpClient");
        LoadClient[] clients = [engine.ToClient(), http.ToClient(), .. PeerClient.Present()];
        Print($"{Environment.ProcessorCount} cores, {RuntimeInformation.RuntimeIdentifier}, {RuntimeInformation.FrameworkDescription}; {rounds} rounds of {seconds} s slots, seed {Seed}");
        Print($"");
        Print($"| users | client | requests/s | CPU us/request | users in flight | event loop / client [95 %] |");
        Print($"|---|---|---|---|---|---|");
        foreach (int count in users)
            await CompareAsync(server.Address, clients, count, (rounds, seconds));
    }

    private static async Task CompareAsync(Uri server, LoadClient[] clients, int users, (int Rounds, int Seconds) size)
    {
        LoadSlot[][] slots = [.. clients.Select(_ => new LoadSlot[size.Rounds])];
        for (int round = -1; round < size.Rounds; round++)
        {
            foreach (int client in RoundOrder.Draw(Seed, "load", round, clients.Length))
            {
                LoadSlot slot = await clients[client].DriveAsync(server, users, size.Seconds);
                if (round >= 0) // The first round compiles the code.
                    slots[client][round] = slot;
            }
        }

        for (int client = 0; client < clients.Length; client++)
        {
            double[] logRatios = [.. slots[0].Zip(slots[client], (ours, other) => Math.Log(ours.RequestsPerSecond / other.RequestsPerSecond))];
            IntervalEstimate ratio = HodgesLehmann.Estimate(logRatios, alpha: 0.05);
            Print($"| {users} | {clients[client].Name} | {Median(slots[client], s => s.RequestsPerSecond):N0} | {Median(slots[client], s => s.CpuMicrosecondsPerRequest):0.0} | {(slots[client][0].InFlightShare is null ? double.NaN : slots[client].Min(s => s.InFlightShare ?? 0)):0.000} | {Math.Exp(ratio.Theta):0.00} [{Math.Exp(ratio.Low ?? double.NaN):0.00}, {Math.Exp(ratio.High ?? double.NaN):0.00}] |");
        }
    }

    private static double Median(LoadSlot[] slots, Func<LoadSlot, double> figure) => slots.Select(figure).Order().ElementAt(slots.Length / 2);

    private static void Print(FormattableString line) => Console.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
