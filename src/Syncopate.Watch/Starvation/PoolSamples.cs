using Syncopate.Units;

namespace Syncopate.Watch.Starvation;

/// <summary>What lies between two samples of a pool, which come ten times a second.</summary>
internal static class PoolSamples
{
    // Between two that are further apart nobody knows what the pool was like.
    private const double LongestGap = 1;

    /// <summary>From one to another.</summary>
    public static double SecondsTo(this PoolSample from, PoolSample to) => Nanoseconds.ToSeconds(to.AtNanoseconds - from.AtNanoseconds);

    /// <summary>False where the watch was silent between them, and where they are not of one count.</summary>
    public static bool IsFollowedBy(this PoolSample from, PoolSample to) =>
        from.SecondsTo(to) is > 0 and < LongestGap && to.CompletedItems >= from.CompletedItems;
}
