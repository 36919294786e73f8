using Syncopate.Histograms;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>What must hold of sums of histograms for any values; the values are seeded.</summary>
public sealed class HistogramMergeTests
{
    [Fact]
    public void A_sum_is_the_histogram_of_all_the_values()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            (long[] first, long[] second) = (Values(seed), Values(seed + 1000));

            Histogram sum = HistogramTests.Of(first);
            sum.Add(HistogramTests.Of(second));

            AssertSame(HistogramTests.Of([.. first, .. second]), sum);
        }
    }

    [Fact]
    public void The_order_and_the_grouping_of_a_sum_do_not_matter()
    {
        for (int seed = 0; seed < 20; seed++)
        {
            Histogram[] parts = [.. Enumerable.Range(0, 3).Select(i => HistogramTests.Of(Values(seed + 100 * i)))];

            Histogram leftFirst = Sum(Sum(parts[0], parts[1]), parts[2]);

            AssertSame(leftFirst, Sum(parts[0], Sum(parts[1], parts[2])));
            AssertSame(leftFirst, Sum(Sum(parts[2], parts[1]), parts[0]));
        }
    }

    [Fact]
    public void Doubling_values_and_range_doubles_every_answer()
    {
        long[] values = Values(7);

        Histogram histogram = HistogramTests.Of(values, lowest: 1, highest: 1L << 40);
        Histogram shifted = HistogramTests.Of(values.Select(v => v << 5), lowest: 1 << 5, highest: 1L << 45);

        Assert.Equal(histogram.Counts, shifted.Counts);
        Assert.Equal(histogram.Minimum << 5, shifted.Minimum);
        Assert.Equal(((histogram.Maximum + 1) << 5) - 1, shifted.Maximum);
        Assert.Equal(((histogram.ValueAtQuantile(0.9) + 1) << 5) - 1, shifted.ValueAtQuantile(0.9));
    }

    [Fact]
    public void Shuffled_values_give_the_same_histogram()
    {
        long[] values = Values(11);
        Histogram histogram = HistogramTests.Of(values);

        new Random(3).Shuffle(values);

        AssertSame(histogram, HistogramTests.Of(values));
    }

    [Fact]
    public void A_reset_histogram_is_as_new()
    {
        Histogram histogram = HistogramTests.Of([1, 2, long.MaxValue]);

        histogram.Reset();

        AssertSame(new Histogram(), histogram);
    }

    [Fact]
    public void Another_layout_is_refused()
    {
        Histogram histogram = new();

        Assert.Throws<ArgumentException>(() => histogram.Add(new Histogram(digits: 2)));
        Assert.Throws<ArgumentException>(() => histogram.Add(new Histogram(lowest: 1000)));
        Assert.Throws<ArgumentException>(() => histogram.Add(new Histogram(highest: 1000)));
    }

    /// <summary>As many counters are no proof: here they stand for other values, by their unit and by their digits.</summary>
    [Fact]
    public void Another_layout_of_as_many_counters_is_refused()
    {
        AssertRefused(new Histogram(1, 1 << 20), HistogramTests.Of([2000], lowest: 2, highest: 1 << 21));
        AssertRefused(new Histogram(1, 2047, digits: 3), HistogramTests.Of([2000], highest: (1 << 22) - 1, digits: 2));
    }

    private static void AssertRefused(Histogram histogram, Histogram other)
    {
        Assert.Equal(histogram.Counts.Length, other.Counts.Length);

        Assert.Throws<ArgumentException>(() => histogram.Add(other));
        Assert.Throws<ArgumentException>(() => other.Add(histogram));

        Assert.Equal((0, 1), (histogram.TotalCount, other.TotalCount));
    }

    [Fact]
    public void A_sum_that_passes_the_end_of_a_long_is_refused()
    {
        Histogram histogram = new();
        histogram.AddAt(5, long.MaxValue);

        Assert.Throws<OverflowException>(() => histogram.Add(HistogramTests.Of([5])));

        Assert.Equal(long.MaxValue, Assert.Single(HistogramTests.Buckets(histogram)).Count);
    }

    internal static long[] Values(int seed)
    {
        Random random = new(seed);
        return [.. Enumerable.Range(0, random.Next(1, 300)).Select(_ => random.NextInt64(1L << random.Next(1, 46)))];
    }

    internal static void AssertSame(Histogram expected, Histogram actual)
    {
        Assert.Equal(expected.Counts, actual.Counts);
        Assert.Equal((expected.TotalCount, expected.Clipped), (actual.TotalCount, actual.Clipped));
    }

    private static Histogram Sum(params Histogram[] parts)
    {
        Histogram sum = new();
        foreach (Histogram part in parts)
            sum.Add(part);
        return sum;
    }
}
