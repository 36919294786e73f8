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

    /// <summary>Measures and judges again, up to five times, when it failed while other programs took more than 15 % of the processors, or all together, other tests among them, more than 90 %.</summary>
    /// <remarks>Where that cannot be seen (there is no /proc), the first judgement counts.</remarks>
    public static async Task JudgeAsync(Func<Task> measure)
    {
        for (int attempt = 1; ; attempt++)
        {
            (double Busy, double Whole) before = Read();
            TimeSpan own = Environment.CpuUsage.TotalTime;
            try
            {
                await measure();
                return;
            }
            catch (XunitException) when (attempt < Attempts && WasBusySince(before, own))
            {
                TestContext.Current.TestOutputHelper?.WriteLine($"Attempt {attempt}: the machine was busy.");
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
        double[] ticks = [.. File.ReadLines("/proc/stat").First().Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1).Take(8).Select(word => double.Parse(word, CultureInfo.InvariantCulture))];
        return (ticks.Sum() - ticks[3] - ticks[4], ticks.Sum());
    }
}
