using System.Globalization;
using Syncopate.Statistics;

namespace Syncopate.Bench;

/// <summary>The engines against the tools that are on this machine: same page, each client once a round in random
/// order, ratios to the fast engine's figures by Hodges-Lehmann over the rounds. One core for the server, another for the
/// client.</summary>
internal static class LoadBench
{
    private const ulong Seed = 20260101;
    private const int ManyUsers = 1_000;
    private const int DelayUsers = 50;

    public static async Task RunAsync(LoadBenchOptions options)
    {
        using EngineClient engine = new("event loop");
        using EngineClient http = new("HttpClient");
        IEnumerable<LoadClient> others = PeerClient.Present().Prepend(http.ToClient())
            .Where(other => options.Clients.Count == 0 || options.Clients.Contains(other.Name));
        LoadClient[] clients = [engine.ToClient(), .. others];
        Output.Line($"{options.Rounds} rounds of {options.Seconds} s slots ({2 * options.Seconds} s from {ManyUsers} users on, and for delay), one more before them to compile the code; seed {Seed}. \"In flight\" is rate x mean latency / users as each client itself says: by Little's law it must be 1.");
        foreach (string name in options.Servers)
        {
            using BenchServer server = await BenchServer.StartAsync(name == "null" ? NullServer.Argument : KestrelServer.Argument);
            Uri page = new(server.Address, name switch { "null" => "/", "plain" => KestrelServer.Plain, _ => KestrelServer.Delay });
            Output.Line($"");
            Output.Line($"### {(name == "null" ? "A server of a fixed answer" : $"Kestrel, {page.AbsolutePath}")}");
            Output.Line($"");
            Output.Line($"| users | client | requests/s | CPU us/request | mean ms | in flight | event loop / client: requests/s [95 %] | per generator core [95 %] | mean latency [95 %] |");
            Output.Line($"|---|---|---|---|---|---|---|---|---|");
            foreach (int users in name == "delay" ? [DelayUsers] : options.Users)
                await CompareAsync(page, clients, users, (options.Rounds, options.Seconds * (users >= ManyUsers || name == "delay" ? 2 : 1)));
        }
    }

    private static async Task CompareAsync(Uri page, LoadClient[] clients, int users, (int Rounds, int Seconds) size)
    {
        LoadSlot[][] slots = [.. clients.Select(_ => new LoadSlot[size.Rounds])];
        for (int round = -1; round < size.Rounds; round++)
        {
            foreach (int client in RoundOrder.Draw(Seed, $"load {page.AbsolutePath} {users}", round, clients.Length))
            {
                LoadSlot slot = await clients[client].DriveAsync(page, users, size.Seconds);
                if (round >= 0) // The first round compiles the code.
                    slots[client][round] = slot;
            }

            Output.Progress($"{page.AbsolutePath} {users} users: round {round + 1} of {size.Rounds}");
        }

        for (int client = 0; client < clients.Length; client++)
        {
            LoadSlot[] theirs = slots[client];
            double inFlight = Median(theirs, slot => slot.RequestsPerSecond * slot.MeanMilliseconds / 1000 / users);
            Output.Line($"| {users} | {clients[client].Name} | {Median(theirs, slot => slot.RequestsPerSecond):N0} | {Median(theirs, slot => slot.CpuMicrosecondsPerRequest):0.0} | {Median(theirs, slot => slot.MeanMilliseconds):0.000} | {inFlight:0.000} | {Ratio(slots[0], theirs, slot => slot.RequestsPerSecond)} | {Ratio(slots[0], theirs, slot => 1 / slot.CpuMicrosecondsPerRequest)} | {Ratio(slots[0], theirs, slot => slot.MeanMilliseconds)} |");
        }
    }

    // What a client does in a second of its own CPU time does not depend on who else has the core meanwhile.
    private static string Ratio(LoadSlot[] ours, LoadSlot[] theirs, Func<LoadSlot, double> figure)
    {
        if (theirs.Any(slot => figure(slot) <= 0))
            return "prints 0"; // A mean of less than half of its unit.
        IntervalEstimate ratio = HodgesLehmann.Estimate([.. ours.Zip(theirs, (our, their) => Math.Log(figure(our) / figure(their)))], alpha: 0.05);
        return string.Create(CultureInfo.InvariantCulture, $"{Math.Exp(ratio.Theta):0.00} [{Math.Exp(ratio.Low ?? double.NaN):0.00}, {Math.Exp(ratio.High ?? double.NaN):0.00}]");
    }

    private static double Median(LoadSlot[] slots, Func<LoadSlot, double> figure) => slots.Select(figure).Order().ElementAt(slots.Length / 2);
}
