using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

/// <summary>How a rate follows a size, beside what is known in closed form.</summary>
public sealed class CountTrendTests
{
    /// <summary>With two sizes the model fits exactly: the exponent is the ratio of the logarithms, its variance the sum of the
    /// reciprocal counts over the square of the distance.</summary>
    [Theory]
    [InlineData(2, 8, 40, 160)]
    [InlineData(2, 8, 100, 110)]
    [InlineData(3, 30, 300, 20)]
    public void Two_sizes_have_a_closed_form(double few, double many, long fewEvents, long manyEvents)
    {
        CountTrend? trend = CountTrend.Of(
            [(few, 1, fewEvents / 2), (few, 1, fewEvents / 2), (many, 1, manyEvents / 2), (many, 1, manyEvents / 2)]);

        double distance = Math.Log(many / few);
        Assert.Equal(Math.Log((double)manyEvents / fewEvents) / distance, trend!.Value.Exponent, 1e-6);
        Assert.Equal(Math.Sqrt(1.0 / fewEvents + 1.0 / manyEvents) / distance, trend.Value.StandardError, 1e-6);
    }

    [Fact]
    public void The_length_of_a_stretch_does_not_matter()
    {
        CountTrend? alike = CountTrend.Of([(1, 1, 10), (2, 1, 21), (4, 1, 38), (8, 1, 83)]);
        CountTrend? longer = CountTrend.Of([(1, 2, 20), (2, 1, 21), (4, 3, 114), (8, 1, 83)]);

        Assert.Equal(1, alike!.Value.Exponent, 0.1);
        Assert.Equal(1, longer!.Value.Exponent, 0.1);
    }

    [Theory]
    [InlineData("too few", new double[] { 1, 2, 3 }, 10)]
    [InlineData("one size", new double[] { 5, 5, 5, 5, 5 }, 10)]
    [InlineData("no events", new double[] { 1, 2, 3, 4 }, 0)]
    public void Nothing_is_said_without_a_size_that_changes_or_events(string what, double[] sizes, long count)
    {
        Assert.NotEmpty(what);
        Assert.Null(CountTrend.Of([.. sizes.Select(size => (size, 1.0, count))]));
    }

    /// <summary>Of 1,000 runs at one rate, whose events come alone or in fours, the exponent is beyond two standard errors of 0 in
    /// about 5 of 100: 50 expected, 20 to 100 in all but one of ten thousand.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void The_standard_error_holds_for_events_that_come_together(int together)
    {
        Random random = new(11);
        int beyond = Enumerable.Range(0, 1_000).Count(_ =>
        {
            CountTrend trend = CountTrend.Of([.. Enumerable.Range(0, 30)
                .Select(i => (2.0 + i % 10, 0.5, (long)together * Enumerable.Range(0, 100).Count(_ => random.NextDouble() < 0.08)))])
                ?? throw new InvalidOperationException("There are events.");
            return Math.Abs(trend.Exponent) > 2 * trend.StandardError;
        });

        Assert.InRange(beyond, 20, 100);
    }

    /// <summary>Steep trends, sizes apart by decades and stretches without an event end at the maximum too.</summary>
    [Fact]
    public void Steep_trends_are_found()
    {
        CountTrend? trend = CountTrend.Of([(1, 1, 0), (10, 1, 0), (100, 1, 1), (1000, 1, 1000), (1000, 1, 1010), (10_000, 1, 1_000_000)]);

        Assert.InRange(trend!.Value.Exponent, 2.9, 3.1);
    }
}
