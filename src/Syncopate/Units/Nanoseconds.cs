namespace Syncopate.Units;

/// <summary>Nanoseconds, in which clocks, histograms and journals count, in the units that people read. Converted here and nowhere
/// else, so that a wrong power of ten can only be in one place.</summary>
internal static class Nanoseconds
{
    private const double InMillisecond = 1e6;
    private const double InSecond = 1e9;
    private const long WholeInMillisecond = 1_000_000;
    private const long WholeInSecond = 1_000_000_000;

    /// <summary>The same in milliseconds.</summary>
    public static double ToMilliseconds(double nanoseconds) => nanoseconds / InMillisecond;

    /// <summary>The same in milliseconds; null of null.</summary>
    public static double? ToMilliseconds(double? nanoseconds) => nanoseconds / InMillisecond;

    /// <summary>The same in seconds.</summary>
    public static double ToSeconds(double nanoseconds) => nanoseconds / InSecond;

    /// <summary>The same in seconds; null of null.</summary>
    public static double? ToSeconds(double? nanoseconds) => nanoseconds / InSecond;

    /// <summary>The same as a length of time, to its 100 ns.</summary>
    public static TimeSpan ToTimeSpan(double nanoseconds) => TimeSpan.FromMilliseconds(ToMilliseconds(nanoseconds));

    /// <summary>How long a tick is of a clock that has so many per second.</summary>
    public static double PerTick(long ticksPerSecond) => InSecond / ticksPerSecond;

    /// <summary>How many ticks there are in a nanosecond, of a clock that has so many per second.</summary>
    public static double TicksIn(long ticksPerSecond) => ticksPerSecond / InSecond;

    /// <summary>Nanoseconds of milliseconds.</summary>
    public static double FromMilliseconds(double milliseconds) => milliseconds * InMillisecond;

    /// <summary>Nanoseconds of milliseconds; null of null.</summary>
    public static double? FromMilliseconds(double? milliseconds) => milliseconds * InMillisecond;

    /// <summary>Nanoseconds of seconds.</summary>
    public static double FromSeconds(double seconds) => seconds * InSecond;

    /// <summary>Whole seconds and what is left of nanoseconds, as kernels take a length of time; from 0 on.</summary>
    public static (long Seconds, long Nanoseconds) Split(long nanoseconds) =>
        (nanoseconds / WholeInSecond, nanoseconds % WholeInSecond);

    /// <summary>Whole milliseconds, rounded up; from 0 on, and up to 292 years.</summary>
    public static long ToWholeMilliseconds(long nanoseconds) => (nanoseconds + (WholeInMillisecond - 1)) / WholeInMillisecond;
}
