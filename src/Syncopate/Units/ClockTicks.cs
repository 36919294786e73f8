namespace Syncopate.Units;

/// <summary>Ticks of a clock, in which instants and timeouts are kept, of the times that people set.</summary>
internal static class ClockTicks
{
    /// <summary>The ticks in a time, rounded down, of a clock that has so many per second.</summary>
    public static long Of(TimeSpan time, long ticksPerSecond) => (long)(time.TotalSeconds * ticksPerSecond);
}
