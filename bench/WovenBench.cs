using System.Diagnostics;
using Syncopate.WatchAgent;

namespace Syncopate.Bench;

/// <summary>What the clocks cost that weaving adds to an async method, by themselves: nobody listens, as most of the time.</summary>
internal static class WovenBench
{
    private const int Calls = 1_000_000;
    private const int Rounds = 21;

    /// <summary>Prints nanoseconds a call, the median of the rounds.</summary>
    public static void Run()
    {
        Output.Machine();
        Output.Line($"");
        Output.Line($"| a woven call that | costs more, ns |");
        Output.Line($"|---|---|");
        Output.Line($"| is done when it returns | {Median(suspends: false):0} |");
        Output.Line($"| suspends once | {Median(suspends: true):0} |");
    }

    private static double Median(bool suspends)
    {
        double[] nanoseconds = new double[Rounds];
        for (int round = -3; round < Rounds; round++)
        {
            double cost = Loop(suspends);
            if (round >= 0)
                nanoseconds[round] = cost; // The first rounds compile the code.
        }

        return nanoseconds.Order().ElementAt(Rounds / 2);
    }

    private static double Loop(bool suspends)
    {
        long started = Stopwatch.GetTimestamp();
        for (int i = 0; i < Calls; i++)
        {
            AwaitClock clock = default;
            clock.Enter(0);
            clock.Resume(0);
            if (suspends)
            {
                clock.Suspend(0);
                clock.Resume(0);
            }

            clock.Leave(0);
        }

        return Stopwatch.GetElapsedTime(started).TotalNanoseconds / Calls;
    }
}
