using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class TwoSampleShiftTests
{
    /// <summary>Permeability constants of the human chorioamnion: Hollander and Wolfe (1973), p. 69; the second example
    /// of R's wilcox.test.</summary>
    private static readonly double[] AtTerm = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];

    private static readonly double[] Early = [1.15, 0.88, 0.90, 0.74, 1.21];

    [Fact]
    public void The_textbook_example_gives_the_textbook_interval()
    {
        IntervalEstimate estimate = TwoSampleShift.Estimate(AtTerm, Early, 0.05);

        Assert.Equal(-0.305, estimate.Theta, 1e-9);
        Assert.Equal(-0.76, estimate.Low!.Value, 1e-9);
        Assert.Equal(0.15, estimate.High!.Value, 1e-9);
    }

    [Fact]
    public void Turning_the_samples_round_turns_the_interval_round()
    {
        IntervalEstimate there = TwoSampleShift.Estimate(AtTerm, Early, 0.05);
        IntervalEstimate back = TwoSampleShift.Estimate(Early, AtTerm, 0.05);

        Assert.Equal(new IntervalEstimate(-there.Theta, -there.High, -there.Low), back);
    }

    [Fact]
    public void The_order_of_the_rounds_does_not_matter() =>
        Assert.Equal(
            TwoSampleShift.Estimate(AtTerm, Early, 0.05),
            TwoSampleShift.Estimate([.. AtTerm.Reverse()], [.. Early.Order()], 0.05));

    [Fact]
    public void Three_rounds_against_three_give_an_estimate_without_an_interval() =>
        Assert.Equal(new IntervalEstimate(3, null, null), TwoSampleShift.Estimate([1, 2, 3], [4, 5, 6], 0.05));

    [Fact]
    public void An_empty_sample_is_refused() => Assert.Throws<ArgumentException>(() => TwoSampleShift.Estimate([], [1], 0.05));

    [Fact]
    public void Rounds_that_have_nothing_to_do_with_each_other_hardly_widen()
    {
        MachineNoise noise = new(MachineNoise.Quiet, 1);

        Assert.InRange(TwoSampleShift.Inflation([.. Enumerable.Range(0, 500).Select(_ => noise.Gaussian())]), 1, 1.1);
    }

    [Theory]
    [InlineData(0.5, 1.732)]
    [InlineData(0.8, 3)]
    public void Rounds_that_resemble_their_neighbours_widen_by_the_known_factor(double correlation, double factor)
    {
        MachineNoise noise = new(MachineNoise.Quiet, 2);
        double[] values = new double[20_000];
        for (int i = 1; i < values.Length; i++)
            values[i] = correlation * values[i - 1] + noise.Gaussian();

        Assert.Equal(factor, TwoSampleShift.Inflation(values), 0.1);
    }

    [Fact]
    public void Rounds_that_are_all_equal_do_not_widen() => Assert.Equal(1, TwoSampleShift.Inflation([2, 2, 2, 2]));

    /// <summary>Nine differences: 20, 29, 30, 110, 119, 120, 220, 229, 230; and six: 20, 29, 30, 110, 119, 120.</summary>
    [Fact]
    public void The_centre_is_the_median_of_all_differences()
    {
        Assert.Equal(119, TwoSampleShift.Estimate([0, 1, 10], [30, 120, 230], 0.05).Theta);
        Assert.Equal(70, TwoSampleShift.Estimate([0, 1, 10], [30, 120], 0.05).Theta);
    }

    /// <summary>Correlation of neighbours and factor by a program of its own in Python 3.11.</summary>
    [Theory]
    [InlineData(new[] { 1.0, 2, 4 }, 1.3416407864998738)]
    [InlineData(new[] { 1.0, 2, 3, 4, 6 }, 2.5655344887790448)]
    [InlineData(new[] { 1.0, 2, 3, 5, 4, 6, 9, 7 }, 4.358898943540674)]
    [InlineData(new[] { 1.0, 9, 1, 9, 1, 9 }, 1)]
    [InlineData(new[] { 1.0, 9 }, 1)]
    public void Few_rounds_widen_by_what_the_formula_says(double[] values, double factor) =>
        Assert.Equal(factor, TwoSampleShift.Inflation(values), 1e-12);

    [Fact]
    public void What_is_no_level_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => TwoSampleShift.Estimate([1], [1], 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => TwoSampleShift.Estimate([1], [1], 1));
        Assert.Throws<ArgumentException>(() => TwoSampleShift.Estimate([1], [], 0.05));
    }
}
