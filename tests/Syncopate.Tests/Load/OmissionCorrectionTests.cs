using Syncopate.Histograms;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class OmissionCorrectionTests
{
    [Fact]
    public void A_pause_gets_back_the_requests_it_kept_from_being_sent()
    {
        Histogram latencies = new();
        for (int i = 0; i < 4000; i++)
            latencies.Record(1_000_000);
        latencies.Record(1_000_000_000);

        Histogram corrected = OmissionCorrection.Correct(latencies, latencies.ValueAtQuantile(0.5));

        // 5 s in all, of which 1 s was a pause: closed form, load.md section 6, p99 = 1 s - 5 s x 0.01.
        Assert.Equal(1_000_000.0, latencies.ValueAtQuantile(0.99), 2_000.0);
        Assert.Equal(950_000_000.0, corrected.ValueAtQuantile(0.99), 5_000_000.0);
        Assert.Equal(500_000_000.0, corrected.ValueAtQuantile(0.9), 5_000_000.0);
        Assert.Equal(1_000_000_000.0, corrected.Maximum, 1_000_000.0);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(77_777)]
    public void It_is_what_the_loop_of_HdrHistogram_gives(long interval)
    {
        // recordValueWithExpectedInterval of AbstractHistogram.java, value by value.
        Random random = new(20260101);
        Histogram latencies = new(highest: 10_000_000);
        Histogram expected = new(highest: 10_000_000);
        for (int i = 0; i < 20; i++)
            latencies.Record(random.Next(1_000_000));
        foreach (HistogramBucket bucket in latencies)
        {
            for (long count = 0; count < bucket.Count; count++)
            {
                expected.Record(bucket.Highest);
                for (long missing = bucket.Highest - interval; missing >= interval; missing -= interval)
                    expected.Record(missing);
            }
        }

        Histogram corrected = OmissionCorrection.Correct(latencies, interval);

        Assert.Equal(expected.Counts.ToArray(), corrected.Counts.ToArray());
    }

    [Fact]
    public void The_shortest_interval_and_the_longest_latency_take_no_time()
    {
        Histogram latencies = new();
        latencies.Record(3_600_000_000_000);

        Assert.Equal(3.6e12, OmissionCorrection.Correct(latencies, 1).TotalCount, 5e9);
        Assert.Throws<ArgumentOutOfRangeException>(() => OmissionCorrection.Correct(latencies, 0));
    }
}
