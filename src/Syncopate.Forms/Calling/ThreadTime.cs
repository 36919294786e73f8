using System.Globalization;

namespace Syncopate.Calling;

/// <summary>The time of the thread that asks, as Linux counts it.</summary>
internal static class ThreadTime
{
    private const string Counts = "/proc/thread-self/schedstat";
    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>Time in ms in which the thread worked, or could have and waited for a processor: what is missing to the
    /// clock is time in which it was blocked. Null where the system does not report it.</summary>
    public static double? BusyMilliseconds()
    {
        if (!File.Exists(Counts))
            return null;
        // "cpu waited turns", the times in nanoseconds.
        string[] fields = File.ReadAllText(Counts).Split(' ');
        return (Whole(fields[0]) + Whole(fields[1])) / NanosecondsPerMillisecond;
    }

    private static double Whole(string text) => long.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);
}
