namespace Syncopate.Units;

/// <summary>Milliseconds, in which people read and write, in seconds, in which formulas and rates are.</summary>
internal static class Milliseconds
{
    private const double InSecond = 1e3;

    /// <summary>The same in seconds.</summary>
    public static double ToSeconds(double milliseconds) => milliseconds / InSecond;

    /// <summary>The same as a length of time, to the nearest 100 ns; the longest there is for what is longer.</summary>
    // TimeSpan.FromMilliseconds cuts off instead: 0.043 ms, which no double is exactly, would become 42.9 µs.
    public static TimeSpan ToTimeSpan(double milliseconds) =>
        TimeSpan.FromTicks((long)Math.Round(milliseconds * TimeSpan.TicksPerMillisecond));

    /// <summary>Milliseconds of seconds.</summary>
    public static double FromSeconds(double seconds) => seconds * InSecond;
}
