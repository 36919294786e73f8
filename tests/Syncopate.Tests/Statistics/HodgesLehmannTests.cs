using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class HodgesLehmannTests
{
    /// <summary>Hamilton depression scale, nine patients, before and after: Hollander and Wolfe (1973), p. 29; the
    /// example of R's wilcox.test.</summary>
    private static readonly double[] Before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];

    private static readonly double[] After = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];

    private static double[] Depression => [.. After.Zip(Before, (a, b) => a - b)];

    [Fact]
    public void The_textbook_example_gives_the_textbook_interval()
    {
        IntervalEstimate estimate = HodgesLehmann.Estimate(Depression, 0.05);

        Assert.Equal(-0.46, estimate.Theta, 1e-9);
        Assert.Equal(-0.786, estimate.Low!.Value, 1e-9);
        Assert.Equal(-0.010, estimate.High!.Value, 1e-9);
    }

    [Fact]
    public void Too_few_rounds_for_the_level_give_an_estimate_without_an_interval()
    {
        IntervalEstimate estimate = HodgesLehmann.Estimate([0.1, 0.2, 0.3], 0.05);

        Assert.Equal(new IntervalEstimate(0.2, null, null), estimate with { Theta = Math.Round(estimate.Theta, 12) });
    }

    [Fact]
    public void A_shift_moves_everything_by_the_same()
    {
        IntervalEstimate plain = HodgesLehmann.Estimate(Depression, 0.05);
        IntervalEstimate shifted = HodgesLehmann.Estimate([.. Depression.Select(d => d + 5)], 0.05);

        Assert.Equal(plain.Theta + 5, shifted.Theta, 1e-12);
        Assert.Equal(plain.Low!.Value + 5, shifted.Low!.Value, 1e-12);
        Assert.Equal(plain.High!.Value + 5, shifted.High!.Value, 1e-12);
    }

    [Fact]
    public void A_change_of_sign_turns_the_interval_round()
    {
        IntervalEstimate plain = HodgesLehmann.Estimate(Depression, 0.05);
        IntervalEstimate turned = HodgesLehmann.Estimate([.. Depression.Select(d => -d)], 0.05);

        Assert.Equal(new IntervalEstimate(-plain.Theta, -plain.High, -plain.Low), turned);
    }

    [Fact]
    public void The_order_of_the_rounds_does_not_matter() =>
        Assert.Equal(HodgesLehmann.Estimate(Depression, 0.05), HodgesLehmann.Estimate([.. Depression.Reverse()], 0.05));

    [Fact]
    public void One_wild_round_moves_the_centre_little()
    {
        IntervalEstimate calm = HodgesLehmann.Estimate([1, 1.1, 0.9, 1, 1.05, 0.95, 1, 1.02, 0.98], 0.05);
        IntervalEstimate wild = HodgesLehmann.Estimate([1, 1.1, 0.9, 1, 1.05, 0.95, 1, 1.02, 50], 0.05);

        Assert.InRange(wild.Theta - calm.Theta, 0, 0.03);
    }

    [Fact]
    public void A_value_that_is_not_a_number_is_refused() =>
        Assert.Throws<ArgumentException>(() => HodgesLehmann.Estimate([1, double.NaN], 0.05));

    [Theory]
    [InlineData(new[] { 7.0 }, 7)]
    [InlineData(new[] { 1.0, 4 }, 2.5)]
    [InlineData(new[] { 1.0, 2, 10 }, 3.75)] // 1, 1.5, 2, 5.5, 6, 10.
    [InlineData(new[] { 1.0, 2, 10, 30 }, 8)] // 1, 1.5, 2, 5.5, 6, 10, 15.5, 16, 20, 30.
    public void The_centre_is_the_median_of_the_means_of_all_pairs(double[] values, double centre) =>
        Assert.Equal(centre, HodgesLehmann.Estimate(values, 0.05).Theta, 1e-12);

    [Fact]
    public void What_is_no_level_and_no_value_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => HodgesLehmann.Estimate([1], 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => HodgesLehmann.Estimate([1], 1));
        Assert.Throws<ArgumentException>(() => HodgesLehmann.Estimate([], 0.05));
    }
}
