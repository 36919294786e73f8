using System.Diagnostics;
using Syncopate.WatchAgent;

namespace Syncopate.Bench.RuntimeAsync;

/// <summary>What keeping the list costs from which live awaits are read: chains of three calls that suspend once, with and without it, in
/// turns in this process.</summary>
internal static class AwaitListBench
{
    private const int Chains = 40_000;
    private const int WarmUps = 10;

    /// <summary>Prints nanoseconds a chain.</summary>
    public static async Task RunAsync(int rounds)
    {
        TaskTable list = new();
        List<(double Without, double With)> all = [];
        for (int round = -WarmUps; round < rounds; round++)
        {
            list.Switch(false);
            double without = await LoopAsync();
            list.Switch(true);
            double with = await LoopAsync();
            if (round >= 0)
                all.Add((without, with));
        }

        list.Switch(false);
        double[] more = [.. all.Select(round => round.With - round.Without).Order()];
        Output.Machine();
        Output.Line($"");
        Output.Line($"| runtime | a chain of three that suspends once, ns | more with the list, ns (least to most) |");
        Output.Line($"|---|--:|--:|");
        double median = all.Select(round => round.Without).Order().ElementAt(rounds / 2);
        Output.Line($"| .NET {Environment.Version} | {median:0} | {more[rounds / 2]:0} ({more[0]:0} to {more[^1]:0}) |");
    }

    // Through a delegate, so that each chain has a Task of its own, as what a server calls has.
    private static async Task<double> LoopAsync()
    {
        Func<Task> call = OuterAsync;
        long started = Stopwatch.GetTimestamp();
        for (int i = 0; i < Chains; i++)
            await call();
        return Stopwatch.GetElapsedTime(started).TotalNanoseconds / Chains;
    }

    private static async Task OuterAsync() => await MiddleAsync();

    private static async Task MiddleAsync() => await InnerAsync();

    private static async Task InnerAsync() => await Task.Yield();
}
