namespace Syncopate.Statistics;

/// <summary>The order of the slots within a round. It must be a fresh random draw: that alone makes the comparison of
/// equal forms exact under any drift.</summary>
internal static class RoundOrder
{
    /// <summary>The order of one round: a uniformly random permutation, independent from round to round and from
    /// experiment to experiment.</summary>
    /// <param name="seed">Seed of the run, as recorded in its journal.</param>
    /// <param name="experiment">Id of the experiment.</param>
    /// <param name="round">Number of the round.</param>
    /// <param name="slots">Number of slots, at least 1.</param>
    /// <returns>The numbers 0 to <paramref name="slots"/> - 1 in the order in which to run them; the same for the same
    /// arguments, always.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="slots"/> is below 1.</exception>
    public static IReadOnlyList<int> Draw(ulong seed, string experiment, int round, int slots)
    {
        ArgumentNullException.ThrowIfNull(experiment);
        ArgumentOutOfRangeException.ThrowIfLessThan(slots, 1);

        Xoshiro256 random = new(Mixed(Mixed(seed ^ Fingerprint(experiment)) ^ (ulong)round));
        int[] order = Enumerable.Range(0, slots).ToArray();
        for (int last = slots - 1; last > 0; last--)
        {
            int other = random.Below(last + 1);
            (order[last], order[other]) = (order[other], order[last]);
        }

        return order;
    }

    private static ulong Mixed(ulong value) => Xoshiro256.SplitMix64(ref value);

    /// <summary>FNV-1a, 64 bits, over UTF-16 units: string.GetHashCode differs between processes by design.</summary>
    private static ulong Fingerprint(string text) =>
        text.Aggregate(14695981039346656037UL, (hash, unit) => (hash ^ unit) * 1099511628211UL);
}
