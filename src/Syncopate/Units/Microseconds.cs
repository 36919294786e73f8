namespace Syncopate.Units;

/// <summary>Microseconds, in which agents compare their clocks, in the units that people read.</summary>
internal static class Microseconds
{
    private const double InNanoseconds = 1e3;
    private const double InMillisecond = 1e3;
    private const double InSecond = 1e6;

    /// <summary>How long a tick is of a clock that has so many per second.</summary>
    public static double PerTick(long ticksPerSecond) => InSecond / ticksPerSecond;

    /// <summary>How many ticks there are in a microsecond, of a clock that has so many per second.</summary>
    public static double TicksIn(long ticksPerSecond) => ticksPerSecond / InSecond;

    /// <summary>The same in milliseconds.</summary>
    public static double ToMilliseconds(double microseconds) => microseconds / InMillisecond;

    /// <summary>The same in milliseconds; null of null.</summary>
    public static double? ToMilliseconds(double? microseconds) => microseconds / InMillisecond;

    /// <summary>The same in nanoseconds.</summary>
    public static double ToNanoseconds(double microseconds) => microseconds * InNanoseconds;

    /// <summary>Microseconds of milliseconds.</summary>
    public static double FromMilliseconds(double milliseconds) => milliseconds * InMillisecond;

    /// <summary>Microseconds of seconds.</summary>
    public static double FromSeconds(double seconds) => seconds * InSecond;
}
