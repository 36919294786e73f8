using System.Diagnostics;

namespace AwaitCost;

/// <summary>A method of 1 ms. It keeps its thread busy by the clock, so that it takes as long before it is compiled
/// well as after.</summary>
internal static class ClockedWork
{
    private static readonly long Ticks = Stopwatch.Frequency / 1000;

    public static int Millisecond(int value)
    {
        long end = Stopwatch.GetTimestamp() + Ticks;
        while (Stopwatch.GetTimestamp() < end)
            value++;
        return value;
    }
}
