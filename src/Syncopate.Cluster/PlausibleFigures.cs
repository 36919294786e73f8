namespace Syncopate.Cluster;

/// <summary>What a load can have measured. An agent that writes anything else is taken for one that cannot be read: a single figure beyond
/// all bounds breaks the sums and the times of all the others.</summary>
internal static class PlausibleFigures
{
    private const long Most = 1_000_000_000_000;

    // A load lasts a day at most.
    private static readonly TimeSpan Longest = TimeSpan.FromDays(10);

    /// <summary>Whether something can have lasted so long, in nanoseconds.</summary>
    public static bool IsTime(double nanoseconds) => nanoseconds >= 0 && nanoseconds <= Longest.TotalNanoseconds;

    /// <summary>Whether there can have been so many of something.</summary>
    public static bool IsCount(long count) => count is >= 0 and <= Most;

    /// <summary>Whether something that was counted from both ends can differ by so much.</summary>
    public static bool IsDifference(long count) => count is >= -Most and <= Most;
}
