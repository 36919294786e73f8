using Syncopate.Histograms;

namespace Syncopate.Tests.Measuring;

/// <summary>A layout and the values to record in it, <c>Counts[i]</c> times <c>Values[i]</c>; both implementations can
/// make it a histogram.</summary>
internal sealed record HistogramSpecimen(long Lowest, long Highest, int Digits, long[] Values, long[] Counts)
{
    /// <summary>Beyond it the reference, which counts in doubles, puts values next to a power of two into the wrong bucket.</summary>
    private const long LargestSafe = 1L << 47;

    public static HistogramSpecimen Random(int seed)
    {
        Random random = new(seed);
        long lowest = random.Next(3) switch { 0 => 1, 1 => 1000, _ => random.NextInt64(1, 5000) };
        long highest = random.Next(3) == 0 ? 3_600_000_000_000 : random.NextInt64(2 * lowest, LargestSafe >> random.Next(0, 30));
        long largest = random.Next(3) == 0 ? highest : Math.Max(2, highest >> random.Next(0, 40));
        int values = random.Next(4) == 0 ? random.Next(3) : random.Next(2000);
        bool isHeavy = random.Next(10) == 0;
        return new(
            lowest,
            highest,
            random.Next(20) == 0 ? 4 : random.Next(2) == 0 ? 3 : random.Next(1, 4),
            [.. Enumerable.Range(0, values).Select(_ => random.NextInt64(largest >> random.Next(0, 4)))],
            [.. Enumerable.Range(0, values).Select(_ => isHeavy ? random.NextInt64(1L << 40) : 1)]);
    }

    public Histogram Record()
    {
        Histogram histogram = new(Lowest, Highest, Digits);
        foreach ((long value, long count) in Values.Zip(Counts))
            histogram.AddAt(histogram.IndexOf(value), count);
        return histogram;
    }
}
