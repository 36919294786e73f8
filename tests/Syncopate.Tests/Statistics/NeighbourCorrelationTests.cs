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
        Assert.InRange(Enumerable.Range(0, 200).Average(i => NeighbourCorrelation.Of(Series(correlation, values, (ulong)(500 + i), step: 0))), least, most);

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
            series[i] = i == 0 ? noise.Gaussian() : correlation * series[i - 1] + Math.Sqrt(1 - correlation * correlation) * noise.Gaussian();
        for (int i = values / 2; i < values; i++)
            series[i] += step;
        return series;
    }
}
