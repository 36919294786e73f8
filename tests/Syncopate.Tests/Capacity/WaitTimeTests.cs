using Syncopate.Histograms;
using Syncopate.Planning.Formulas;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>Expected values of the distributions are their closed forms, by Python 3.11 (math, statistics.NormalDist).</summary>
public sealed class WaitTimeTests
{
    [Fact]
    public void Exponential_waits_have_their_percentiles_and_a_variation_of_one()
    {
        WaitTime wait = WaitTime.Exponential(0.1);

        Assert.Equal((0.1, 1.0), (wait.MeanSeconds, wait.SquaredVariation));
        Assert.Equal(0.0693147180559945, wait.Quantile(0.5), 1e-15);
        Assert.Equal(0.460517018598809, wait.P99Seconds, 1e-12);
    }

    [Fact]
    public void Lognormal_waits_have_the_percentiles_that_were_asked_for_and_the_mean_that_follows()
    {
        WaitTime wait = WaitTime.Lognormal(0.0606530659712633, 0.621041);

        Assert.Equal(0.0606530659712633, wait.Quantile(0.5), 1e-12);
        Assert.Equal(0.621041, wait.Quantile(0.99), 1e-9);
        // s = 1.0000: mean 0.1, squared variation e - 1.
        Assert.Equal(0.1, wait.MeanSeconds, 1e-5);
        Assert.Equal(Math.E - 1, wait.SquaredVariation, 1e-3);
    }

    [Fact]
    public void Listed_waits_are_equally_frequent()
    {
        // 9 of 10 of 32 ms and one of 512: mean 80, variance 0.9 * 48² + 0.1 * 432² = 20,736 ms².
        WaitTime wait = WaitTime.Parse("32ms,32ms,32ms,32ms,512ms,32ms,32ms,32ms,32ms,32ms");

        Assert.Equal((WaitShape.Measured, 0.08), (wait.Shape, Math.Round(wait.MeanSeconds, 12)));
        Assert.Equal(20_736e-6 / (0.08 * 0.08), wait.SquaredVariation, 1e-9);
        Assert.Equal((0.032, 0.032, 0.512), (wait.Quantile(0), wait.Quantile(0.89), wait.Quantile(0.91)));
    }

    [Fact]
    public void A_histogram_gives_back_its_own_percentiles_less_what_is_known_to_be_something_else()
    {
        Xoshiro256 random = new(3);
        Histogram histogram = new();
        for (int i = 0; i < 20_000; i++)
            histogram.Record((long)(1e8 * random.Exponential()));
        List<HistogramBucket> buckets = [];
        foreach (HistogramBucket bucket in histogram)
            buckets.Add(bucket);

        WaitTime wait = WaitTime.Of(buckets, 0.002);

        Assert.Equal(histogram.ValueAtQuantile(0.5) / 1e9 - 0.002, wait.P50Seconds, 0.0002);
        Assert.Equal(histogram.ValueAtQuantile(0.99) / 1e9 - 0.002, wait.P99Seconds, 0.001);
        Assert.Equal(0.098, wait.MeanSeconds, 0.002);
        Assert.Equal(1, wait.SquaredVariation, 0.1);
    }

    [Theory]
    [InlineData("100ms", WaitShape.Equal, 0.1)]
    [InlineData("1.5s", WaitShape.Equal, 1.5)]
    [InlineData("100ms:exp", WaitShape.Exponential, 0.1)]
    [InlineData("60ms, 60ms :Lognormal", WaitShape.Lognormal, 0.06)]
    [InlineData("20ms,180ms", WaitShape.Measured, 0.1)]
    [InlineData("20ms,20ms", WaitShape.Equal, 0.02)]
    [InlineData("500us", WaitShape.Equal, 0.0005)]
    public void Waits_are_read_as_they_are_written(string text, Enum shape, double mean)
    {
        WaitTime wait = WaitTime.Parse(text);

        Assert.Equal((WaitShape)shape, wait.Shape);
        Assert.Equal(mean, wait.MeanSeconds, 1e-12);
    }

    [Theory]
    [InlineData("")]
    [InlineData("100")]
    [InlineData("100ms:gamma")]
    [InlineData("100ms,200ms:exp")]
    [InlineData("100ms:lognormal")]
    [InlineData("-1ms")]
    [InlineData("1ms,,2ms")]
    [InlineData("100ms:exp:exp")]
    public void What_is_no_wait_is_refused_with_what_would_be(string text)
    {
        string message = Assert.Throws<ArgumentException>(() => WaitTime.Parse(text)).Message;

        Assert.Contains("100ms:exp", message, StringComparison.Ordinal);
        Assert.Contains("64ms,644ms:lognormal", message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("2h", "0 to 3,600 s")]
    [InlineData("11m:exp", "0 to 600 s")]
    [InlineData("200ms,100ms:lognormal", "at least its median")]
    [InlineData("1ms,200ms:lognormal", "at most 100 times that")]
    [InlineData("1ms,2h", "0 to 3,600 s")]
    public void A_wait_that_cannot_be_is_refused_with_its_range(string text, string words) =>
        Assert.Contains(words, Assert.Throws<ArgumentException>(() => WaitTime.Parse(text)).Message, StringComparison.Ordinal);

    [Fact]
    public void Draws_follow_the_distribution() => Assert.All(
        new[] { WaitTime.Exponential(0.1), WaitTime.Lognormal(0.06, 0.6), WaitTime.OneOf([0.03, 0.03, 0.24]) },
        wait =>
        {
            Xoshiro256 random = new(5);
            double[] drawn = [.. Enumerable.Range(0, 100_000).Select(_ => wait.Draw(random)).Order()];

            Assert.Equal(1, drawn.Average() / wait.MeanSeconds, 0.03);
            Assert.Equal(1, drawn[50_000] / wait.P50Seconds, 0.03);
            Assert.Equal(1, drawn[99_000] / wait.P99Seconds, 0.05);
        });

    [Fact]
    public void The_longest_of_several_that_run_together_is_longer_by_the_harmonic_numbers()
    {
        Assert.Equal(0.1 * (1 + 0.5 + 1.0 / 3 + 0.25), WaitTime.Exponential(0.1).MeanOfLongest(4), 1e-12);
        // Of two values the longer one, unless both draw the shorter: 0.25 * 20 + 0.75 * 180.
        Assert.Equal(0.140, WaitTime.OneOf([0.02, 0.18]).MeanOfLongest(2), 1e-4);
        Assert.Equal(0.1, WaitTime.Equal(0.1).MeanOfLongest(9));
    }

    [Fact]
    public void Parts_have_the_mean_of_the_whole()
    {
        IReadOnlyList<double> parts = WaitTime.Lognormal(0.06, 0.6).InParts(200);

        Assert.Equal(WaitTime.Lognormal(0.06, 0.6).MeanSeconds, parts.Average(), 1e-6);
        Assert.Equal(parts.Order(), parts);
    }

    [Fact]
    public void Several_waits_after_one_another_vary_less_than_each()
    {
        WaitTime sum = WaitTime.Exponential(0.1).SumOf(4, seed: 1);

        Assert.Equal(0.4, sum.MeanSeconds, 1e-9);
        Assert.Equal(0.25, sum.SquaredVariation, 0.03); // Erlang-4.
    }
}
