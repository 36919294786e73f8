using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class NeighbourCorrelationTests
{
    [Theory]
    [InlineData(0, 40, 0, 0.2)]
    [InlineData(0.5, 40, 0.35, 0.65)]
    [InlineData(0.5, 200, 0.40, 0.65)]
    public void The_resemblance_of_neighbours_is_found_on_average(double correlation, int values, double least, double most) =>
        Assert.InRange(
            Enumerable.Range(0, 200).Average(i =>
                NeighbourCorrelation.Of(Series(correlation, values, (ulong)(500 + i), step: 0))), least, most);

    /// <summary>Runs of the flow of the Nile, by a program of its own in Python 3.11 that finds each step by the sums of
    /// squares of all splits.</summary>
    [Theory]
    [InlineData(0, 100, 0.2990388904159107)]
    [InlineData(28, 100, 0.29340377883314983)]
    [InlineData(30, 90, 0.28762232554393996)]
    [InlineData(10, 70, 0.18299783672286485)]
    [InlineData(40, 76, 0.32526368903105946)]
    [InlineData(0, 36, 0)]
    [InlineData(0, 24, 0.057190976696344806)]
    [InlineData(0, 23, 0.20810782320103124)]
    [InlineData(0, 12, 0.2731293312930168)]
    [InlineData(20, 27, 0.39427553366537477)]
    [InlineData(45, 51, 0.7471259556904905)]
    [InlineData(45, 50, 0.9)]
    public void The_resemblance_is_the_one_of_the_formulas(int from, int to, double correlation) =>
        Assert.Equal(correlation, NeighbourCorrelation.Of(ChangePointsTests.Nile.AsSpan(from..to)), 1e-12);

    [Theory]
    [InlineData(4)]
    [InlineData(0.0001)]
    public void A_shift_and_a_scale_leave_the_resemblance_as_it_is(double scale)
    {
        double[] moved = [.. ChangePointsTests.Nile.Select(v => scale * (v - 1_000))];

        Assert.Equal(NeighbourCorrelation.Of(ChangePointsTests.Nile), NeighbourCorrelation.Of(moved), 1e-9);
    }

    /// <summary>Seven levels of twelve values each: without the last there are five steps, with it a sixth, which is taken for
    /// resemblance. By the program above.</summary>
    [Theory]
    [InlineData(72, 0)]
    [InlineData(84, 0.9)]
    public void Five_steps_are_looked_for_at_most(int count, double correlation)
    {
        double[] levels = [0, 60, 20, 90, 40, 110, 10];

        Assert.Equal(correlation, NeighbourCorrelation.Of([.. Enumerable.Range(0, count).Select(i => levels[i / 12] + i * 7 % 5)]));
    }

    /// <summary>Nothing is left to resemble: what the formula adds for one step in twelve values, and for caution.</summary>
    [Fact]
    public void A_step_that_explains_everything_leaves_no_resemblance() =>
        Assert.Equal(4 / 12.0 + 0.8 / Math.Sqrt(12), NeighbourCorrelation.Of([1, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9]), 1e-12);

    [Fact]
    public void A_step_is_no_resemblance() =>
        Assert.InRange(Enumerable.Range(0, 200).Average(i => NeighbourCorrelation.Of(Series(0, 40, (ulong)(500 + i), step: 5))), 0, 0.25);

    [Fact]
    public void Series_and_innovations_are_each_others_inverse()
    {
        double[] values = Series(0.5, 30, 1, step: 0);
        double[] again = new double[values.Length];

        NeighbourCorrelation.Series(NeighbourCorrelation.Innovations(values, 0.4), 0.4, again);

        Assert.Equal(values.Select(v => v - values.Average()), again, (a, b) => Math.Abs(a - b) < 1e-12);
    }

    [Fact]
    public void Equal_values_have_none() => Assert.Equal(0, NeighbourCorrelation.Of([.. Enumerable.Repeat(3.0, 40)]));

    private static double[] Series(double correlation, int values, ulong seed, double step)
    {
        MachineNoise noise = new(MachineNoise.Quiet, seed);
        double[] series = new double[values];
        for (int i = 0; i < values; i++)
        {
            series[i] = i == 0
                ? noise.Gaussian()
                : correlation * series[i - 1] + Math.Sqrt(1 - correlation * correlation) * noise.Gaussian();
        }

        for (int i = values / 2; i < values; i++)
            series[i] += step;
        return series;
    }
}
