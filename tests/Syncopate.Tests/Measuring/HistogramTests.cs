using Syncopate.Histograms;
using Xunit;

namespace Syncopate.Tests.Measuring;

public sealed class HistogramTests
{
    // Expected: countsArrayLength of hdr-histogram-js 3.0.1, build({...}); the first is in its own Histogram.spec.js.
    [Theory]
    [InlineData(1, 9_007_199_254_740_991, 3, 45056)]
    [InlineData(1, 2047, 3, 2048)]
    [InlineData(1, 2048, 3, 3072)]
    [InlineData(1, 3_600_000_000_000, 3, 33792)]
    [InlineData(1000, 3_600_000_000_000, 3, 24576)]
    [InlineData(1, 3_600_000_000_000, 2, 4608)]
    [InlineData(1, 2, 0, 3)]
    public void The_number_of_counters_is_that_of_the_reference(long lowest, long highest, int digits, int expected)
    {
        Histogram histogram = new(lowest, highest, digits);

        Assert.Equal(expected, histogram.Counts.Length);
    }

    // Expected: countsArrayIndex in Histogram.spec.js of hdr-histogram-js 3.0.1, "Histogram recording values".
    [Theory]
    [InlineData(1, 3, 2000, 2000)]
    [InlineData(1, 3, 2050, 2049)]
    [InlineData(2000, 2, 16_000, 15)]
    [InlineData(2000, 2, 9_007_199_254_740_990, 4735)]
    public void A_value_falls_into_the_counter_that_the_reference_gives_it(long lowest, int digits, long value, int expected)
    {
        Histogram histogram = new(lowest, 9_007_199_254_740_991, digits);

        histogram.Record(value);

        Assert.Equal(expected, histogram.LastUsedIndex);
    }

    // Expected: hdr-histogram-js 3.0.1, build({lowestDiscernibleValue: 1000, highestTrackableValue: 3.6e12,
    // numberOfSignificantValueDigits: 3}), recordValue of each, then countsArrayLength, getValueAtPercentile and mean.
    [Fact]
    public void A_histogram_of_microseconds_answers_as_the_reference_does()
    {
        Histogram histogram = new(lowest: 1000);

        foreach (long value in (long[])[1, 600, 5000, 123_456_789, 3_600_000_000_000])
            histogram.Record(value);

        Assert.Equal(0, histogram.Minimum);
        Assert.Equal(5119, histogram.ValueAtQuantile(0.5));
        Assert.Equal(3_601_330_077_695, histogram.ValueAtQuantile(1));
        Assert.Equal(3_601_330_077_695, histogram.Maximum);
        Assert.Equal(720_075_955_763.2, histogram.Mean);
    }

    [Fact]
    public void An_empty_histogram_answers_zero()
    {
        Histogram histogram = new();

        Assert.Equal(
            (0L, 0L, 0L, 0L, 0.0),
            (histogram.TotalCount, histogram.Minimum, histogram.Maximum, histogram.ValueAtQuantile(0.99),
                histogram.Mean));
        Assert.False(histogram.GetEnumerator().MoveNext());
    }

    [Fact]
    public void Every_value_lies_in_the_bucket_that_counts_it_and_that_is_as_narrow_as_promised()
    {
        Random random = new(1);
        Histogram histogram = new();
        for (int i = 0; i < 2_000; i++)
        {
            long value = random.NextInt64(1L << random.Next(1, 42));
            histogram.Reset();
            histogram.Record(value);

            HistogramBucket bucket = Assert.Single(Buckets(histogram));

            Assert.InRange(value, bucket.Lowest, bucket.Highest);
            Assert.True(bucket.Highest - bucket.Lowest <= bucket.Lowest / 1000, $"{bucket} is wider than 0.1 %");
            Assert.Equal((bucket.Lowest, bucket.Highest), (histogram.Minimum, histogram.Maximum));
        }
    }

    [Fact]
    public void The_buckets_lie_edge_to_edge_over_the_whole_range()
    {
        Histogram histogram = new(lowest: 8, highest: 100_000, digits: 1);
        for (long value = 0; value < 131_072; value++)
            histogram.Record(value);

        long next = 0;
        foreach (HistogramBucket bucket in histogram)
        {
            Assert.Equal(next, bucket.Lowest);
            Assert.Equal(bucket.Highest - bucket.Lowest + 1, bucket.Count);
            next = bucket.Highest + 1;
        }

        Assert.Equal(131_072, next);
        Assert.Equal(0, histogram.Clipped);
    }

    // A sorted list is the independent source: rank ceil(q n) by definition.
    [Theory]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(100)]
    [InlineData(999)]
    [InlineData(1000)]
    [InlineData(4321)]
    public void A_quantile_is_the_value_of_rank_ceil_q_n_in_the_sorted_list(int count)
    {
        Random random = new(count);
        long[] values = [.. Enumerable.Range(0, count).Select(_ => random.NextInt64(2048))];
        Histogram histogram = Of(values);
        Array.Sort(values);

        for (int thousandths = 1; thousandths <= 1000; thousandths++)
        {
            int rank = (int)(((long)thousandths * count + 999) / 1000);
            Assert.Equal(values[rank - 1], histogram.ValueAtQuantile(thousandths / 1000.0));
        }
        Assert.Equal(values[0], histogram.ValueAtQuantile(0));
    }

    [Fact]
    public void A_rank_is_not_pushed_up_by_the_rounding_of_a_product()
    {
        Histogram histogram = Of([.. Enumerable.Range(1, 100).Select(i => (long)i)]);

        Assert.Equal(55, histogram.ValueAtQuantile(0.55));
    }

    [Fact]
    public void The_count_at_or_below_takes_in_the_whole_bucket_of_the_value()
    {
        Histogram histogram = Of([0, 5, 5, 2048, 2049, 2050, 1_000_000]);

        Assert.Equal(0, histogram.CountAtOrBelow(-1));
        Assert.Equal(1, histogram.CountAtOrBelow(0));
        Assert.Equal(1, histogram.CountAtOrBelow(4));
        Assert.Equal(3, histogram.CountAtOrBelow(5));
        Assert.Equal(5, histogram.CountAtOrBelow(2048));
        Assert.Equal(7, histogram.CountAtOrBelow(long.MaxValue));
    }

    [Fact]
    public void A_value_above_the_last_bucket_is_counted_there_and_reported()
    {
        Histogram histogram = new(lowest: 1, highest: 1_000_000);

        histogram.Record(1_048_575);
        histogram.Record(1_048_576);
        histogram.Record(long.MaxValue);

        Assert.Equal((3, 2), (histogram.TotalCount, histogram.Clipped));
        Assert.Equal(3, Assert.Single(Buckets(histogram)).Count);
        Assert.Equal(1_048_575, histogram.Maximum);
    }

    [Theory]
    [InlineData(3_600_000_000_000)]
    [InlineData(long.MaxValue)]
    public void A_negative_value_is_refused_and_leaves_no_trace(long highest)
    {
        Histogram histogram = new(highest: highest);

        Assert.Throws<ArgumentOutOfRangeException>(() => histogram.Record(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => histogram.Record(long.MinValue));

        Assert.Equal((0, 0, -1), (histogram.TotalCount, histogram.Clipped, histogram.LastUsedIndex));
    }

    [Fact]
    public void The_whole_range_of_a_long_fits()
    {
        Histogram histogram = new(highest: long.MaxValue);

        histogram.Record(long.MaxValue);

        Assert.Equal(0, histogram.Clipped);
        Assert.Equal(long.MaxValue, histogram.Maximum);
    }

    [Theory]
    [InlineData(0, 100, 3, "lowest")]
    [InlineData(51, 101, 3, "lowest")]
    [InlineData(1, 100, -1, "digits")]
    [InlineData(1, 100, 6, "digits")]
    [InlineData(1, long.MaxValue, 5, "digits")]
    [InlineData(1L << 61, long.MaxValue, 3, "lowest")]
    [InlineData(1L << 58, long.MaxValue, 1, "lowest")]
    [InlineData(1, 1L << 48, 5, "digits")]
    public void A_range_that_cannot_be_is_refused(long lowest, long highest, int digits, string parameter)
    {
        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(() => new Histogram(lowest, highest, digits));

        Assert.Equal(parameter, exception.ParamName);
    }

    /// <summary>Each is the last of its kind that is not refused: by the bits of a long, and by the memory that a histogram may
    /// take.</summary>
    [Theory]
    [InlineData(1L << 61, long.MaxValue, 0, 3)]
    [InlineData(1L << 57, long.MaxValue, 1, 48)]
    [InlineData(1, (1L << 48) - 1, 5, Histogram.MaximumCounters)]
    [InlineData(50, 101, 3, 2048)]
    public void A_range_that_just_can_be_holds_its_largest_value(long lowest, long highest, int digits, int counters)
    {
        Histogram histogram = new(lowest, highest, digits);

        histogram.Record(highest);

        Assert.Equal((counters, 0L), (histogram.Counts.Length, histogram.Clipped));
        Assert.InRange(histogram.Maximum, highest, long.MaxValue);
        Assert.InRange(histogram.Minimum, 0, highest);
    }

    [Fact]
    public void The_smallest_values_share_a_bucket_that_ends_before_the_lowest_one_distinguished_from_zero()
    {
        Histogram histogram = Of([0], lowest: 8);

        Assert.Equal((0, 7), (histogram.Minimum, histogram.Maximum));
        Assert.Equal(new HistogramBucket(0, 7, 1), Assert.Single(Buckets(histogram)));
        Assert.Equal(4.0, histogram.Mean);
    }

    [Fact]
    public void A_walk_that_has_ended_stays_at_its_end()
    {
        Histogram histogram = Of([long.MaxValue]);
        Histogram.BucketEnumerator walk = histogram.GetEnumerator();

        Assert.True(walk.MoveNext());
        Assert.Equal(1, walk.Current.Count);
        Assert.False(walk.MoveNext());
        Assert.False(walk.MoveNext());
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(-0.1)]
    [InlineData(1.1)]
    public void A_quantile_outside_0_to_1_is_refused(double quantile) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new Histogram().ValueAtQuantile(quantile));

    [Fact]
    public void Recording_and_reading_allocate_nothing()
    {
        Histogram histogram = new();
        Histogram other = Of([1, 2, 3]);

        // The runtime itself may allocate once on our thread, when it replaces a running loop by faster code; a cost of
        // ours comes every time.
        long least = long.MaxValue;
        for (int i = 0; i < 4; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Use(histogram, other, records: 1_000_000);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.Equal(0, least);
    }

    internal static Histogram Of(IEnumerable<long> values, long lowest = 1, long highest = 3_600_000_000_000, int digits = 3)
    {
        Histogram histogram = new(lowest, highest, digits);
        foreach (long value in values)
            histogram.Record(value);
        return histogram;
    }

    internal static List<HistogramBucket> Buckets(Histogram histogram)
    {
        List<HistogramBucket> buckets = [];
        foreach (HistogramBucket bucket in histogram)
            buckets.Add(bucket);
        return buckets;
    }

    private static void Use(Histogram histogram, Histogram other, int records)
    {
        for (long i = 0; i < records; i++)
            histogram.Record(i * 7919);
        histogram.Add(other);
        long sum = 0;
        foreach (HistogramBucket bucket in histogram)
            sum += bucket.Count;
        long expected = records + other.TotalCount;
        Assert.True(sum == expected && histogram.CountAtOrBelow(histogram.Maximum) == expected);
        Assert.True(histogram.Minimum <= histogram.Mean && histogram.Mean <= histogram.ValueAtQuantile(1));
        histogram.Reset();
    }
}
