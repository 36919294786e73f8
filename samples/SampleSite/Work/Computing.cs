using System.Diagnostics;

namespace SampleSite.Work;

/// <summary>A loop whose length is known in iterations, and how many of them a microsecond holds on this machine.</summary>
internal static class Computing
{
    private const int Calibrations = 15;
    private const int CalibratedIterations = 500_000;

    // The fastest of several: whatever else ran on the core only ever makes it slower.
    private static readonly Lazy<double> PerMicrosecond = new(() =>
        Enumerable.Range(0, Calibrations).Max(_ =>
        {
            long started = Stopwatch.GetTimestamp();
            Spin(CalibratedIterations);
            return CalibratedIterations / Stopwatch.GetElapsedTime(started).TotalMicroseconds;
        }));

    /// <summary>Computes for about this long, if no other work takes the core.</summary>
    public static ulong For(int microseconds) => microseconds == 0 ? 0 : Spin((long)(PerMicrosecond.Value * microseconds));

    /// <summary>Steps of a linear congruential generator, each of which needs the one before: nothing to predict,
    /// vectorise or leave out.</summary>
    private static ulong Spin(long iterations)
    {
        ulong state = 1;
        for (long i = 0; i < iterations; i++)
            state = (state * 6364136223846793005) + 1442695040888963407;
        return state;
    }
}
