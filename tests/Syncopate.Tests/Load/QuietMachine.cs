using System.Globalization;
using Xunit;
using Xunit.Sdk;

namespace Syncopate.Tests.Load;

/// <summary>Judges what needs the real clock by what a machine does that has time for it.</summary>
internal static class QuietMachine
{
    private const int Attempts = 5;
    private const double MostOfOthers = 0.15;
    private const double MostOfAll = 0.9;

    /// <summary>Measures and judges again, up to five times, when it failed on a machine that had no time: other programs took more than
    /// 15 % of the processors, or all together, other tests among them, more than 90 %, or threads that were due did not run.</summary>
    /// <remarks>The first two cannot be seen where there is no /proc.</remarks>
    public static async Task JudgeAsync(Func<Task> measure)
    {
        for (int attempt = 1; ; attempt++)
        {
            (double Busy, double Whole) before = Read();
            TimeSpan own = Environment.CpuUsage.TotalTime;
            using StallWatch stalls = new();
            try
            {
                await measure();
                return;
            }
            catch (XunitException e) when (attempt < Attempts && (WasBusySince(before, own) | stalls.HasSeenStalls()))
            {
                TestContext.Current.TestOutputHelper?.WriteLine($"Attempt {attempt}, on a machine that had no time: {e.Message}");
            }
        }
    }

    private static bool WasBusySince((double Busy, double Whole) before, TimeSpan own)
    {
        (double busy, double whole) = Read();
        const double TicksPerSecond = 100; // USER_HZ, which is 100 in all that the kernel tells programs.
        double ours = (Environment.CpuUsage.TotalTime - own).TotalSeconds * TicksPerSecond;
        return busy - before.Busy - ours > MostOfOthers * (whole - before.Whole) || busy - before.Busy > MostOfAll * (whole - before.Whole);
    }

    // The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal (proc(5)).
    private static (double Busy, double Whole) Read()
    {
        if (!File.Exists("/proc/stat"))
            return default;
        double[] ticks =
        [
            .. File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1).Take(8).Select(word =>
                double.Parse(word, CultureInfo.InvariantCulture)),
        ];
        return (ticks.Sum() - ticks[3] - ticks[4], ticks.Sum());
    }
}
