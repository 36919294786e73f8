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
        Print($"| users | client | requests/s | CPU us/request | users in flight | event loop / client, requests/s [95 %] | per generator core [95 %] |");
        Print($"|---|---|---|---|---|---|---|");
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
            LoadSlot[] theirs = slots[client];
            string inFlight = theirs.Min(s => s.InFlightShare) is { } share ? share.ToString("0.000", CultureInfo.InvariantCulture) : "";
            Print($"| {users} | {clients[client].Name} | {Median(theirs, s => s.RequestsPerSecond):N0} | {Median(theirs, s => s.CpuMicrosecondsPerRequest):0.0} | {inFlight} | {Ratio(slots[0], theirs, s => s.RequestsPerSecond)} | {Ratio(slots[0], theirs, s => 1 / s.CpuMicrosecondsPerRequest)} |");
        }
    }

    // What a client does in a second of its own CPU time does not depend on who else has the core meanwhile.
    private static string Ratio(LoadSlot[] ours, LoadSlot[] theirs, Func<LoadSlot, double> figure)
    {
        IntervalEstimate ratio = HodgesLehmann.Estimate([.. ours.Zip(theirs, (our, their) => Math.Log(figure(our) / figure(their)))], alpha: 0.05);
        return string.Create(CultureInfo.InvariantCulture, $"{Math.Exp(ratio.Theta):0.00} [{Math.Exp(ratio.Low ?? double.NaN):0.00}, {Math.Exp(ratio.High ?? double.NaN):0.00}]");
    }

    private static double Median(LoadSlot[] slots, Func<LoadSlot, double> figure) => slots.Select(figure).Order().ElementAt(slots.Length / 2);

    private static void Print(FormattableString line) => Console.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
