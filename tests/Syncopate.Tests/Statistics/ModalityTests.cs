using Syncopate.Histograms;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class ModalityTests
{
    private readonly Xoshiro256 _random = new(20260101);

    [Fact]
    public void Two_kinds_of_request_are_two_modes_with_their_shares()
    {
        IReadOnlyList<Mode> modes = Modality.Of(Of(10_000, i => i % 2 == 0 ? Around(20) : Around(180)));

        Assert.Equal(2, modes.Count);
        Assert.Equal((20, 180), (Math.Round(modes[0].Nanoseconds / 1e6), Math.Round(modes[1].Nanoseconds / 1e6)));
        Assert.All(modes, mode => Assert.Equal(0.5, mode.Share, 0.02));
    }

    [Fact]
    public void Three_kinds_are_three()
    {
        IReadOnlyList<Mode> modes = Modality.Of(Of(30_000, i => Around(i % 3 == 0 ? 10 : i % 3 == 1 ? 100 : 1_000)));

        Assert.Equal([10, 100, 1_000], modes.Select(mode => Math.Round(mode.Nanoseconds / 1e6, 0)).Select(ms => ms >= 995 ? 1_000 : ms));
    }

    [Theory]
    [InlineData("normal")]
    [InlineData("exponential")]
    [InlineData("log-normal")]
    [InlineData("uniform")]
    [InlineData("constant")]
    public void One_kind_is_one_mode(string distribution)
    {
        int samples = Simulations.Of(8, 20);
        for (int sample = 0; sample < samples; sample++)
        {
            Histogram latencies = Of(sample < samples / 2 ? 1_000 : 10_000, _ => distribution switch
            {
                "normal" => Around(20),
                "exponential" => -20 * Math.Log(Uniform()),
                "log-normal" => 20 * Math.Exp(Normal()),
                "uniform" => 10 + 20 * Uniform(),
                _ => 20,
            });

            Assert.Single(Modality.Of(latencies));
        }
    }

    [Fact]
    public void A_few_slow_ones_are_a_tail_and_no_mode() =>
        Assert.Single(Modality.Of(Of(10_000, i => i % 30 == 0 ? Around(180) : Around(20))));

    [Fact]
    public void Modes_a_tenth_apart_are_one() =>
        Assert.Single(Modality.Of(Of(10_000, i => i % 2 == 0 ? Around(20) / 4 + 20 : Around(20) / 4 + 22)));

    [Fact]
    public void Of_few_values_nothing_is_said() => Assert.Empty(Modality.Of(Of(999, i => i % 2 == 0 ? Around(20) : Around(180))));

    [Fact]
    public void The_unit_does_not_matter()
    {
        IReadOnlyList<Mode> modes = Modality.Of(Of(10_000, i => (i % 2 == 0 ? Around(20) : Around(180)) / 1_000));

        Assert.Equal(2, modes.Count);
    }

    /// <summary>Hundredths of the values by how dense they are. Two peaks as high as the level of the water between them
    /// part where its area is less than half under land; by hand.</summary>
    [Theory]
    [InlineData(new[] { 4.0, 4, 1, 1, 1, 1, 4, 4 }, new[] { 0.00125, 0.04625 }, new[] { 0.02, 0.06 })]
    [InlineData(new[] { 4.0, 3, 4 }, new[] { 0.00125 }, new[] { 0.03 })]
    [InlineData(new[] { 4.0, 3, 5, 1, 1, 1, 1, 4 }, new[] { 0.0068333333333333 }, new[] { 0.03, 0.05 })]
    [InlineData(new[] { 2, 1.5, 1.5, 20 }, new[] { 0.0185833333333333 }, new[] { 0.04 })] // The water is as high as the lower one.
    [InlineData(new[] { 20, 1.5, 1.5, 2 }, new[] { 0.00025 }, new[] { 0.04 })]
    [InlineData(new[] { 4.0, 4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 4 }, new[] { 0.00125 }, new[] { 0.12 })] // A plateau is a peak where it begins.
    public void A_valley_that_is_mostly_water_parts_two_modes(double[] densities, double[] peaks, double[] shares)
    {
        double[] edges = [0, .. densities.Select((_, i) => densities.Take(i + 1).Sum(d => 0.01 / d))];

        List<Mode> modes = Modality.Split(edges, densities);

        Assert.Equal(shares, modes.Select(m => Math.Round(m.Share, 9)));
        Assert.Equal(peaks, modes.Take(peaks.Length).Select(m => m.Nanoseconds), (a, b) => Math.Abs(a - b) < 1e-12);
    }

    /// <summary>Three hundredths under land, and three of water: no more than half is water.</summary>
    [Fact]
    public void A_valley_of_which_half_is_water_parts_nothing() =>
        Assert.Single(Modality.Split([0, 0.0025, 0.0125, 0.015], [4, 1, 4]));

    /// <summary>Half as long again, and a twentieth of all, exactly.</summary>
    [Theory]
    [InlineData(150, 0.05, 2)]
    [InlineData(149, 0.05, 1)]
    [InlineData(150, 0.049, 1)]
    public void A_mode_has_a_twentieth_and_takes_half_as_long_again(double nanoseconds, double share, int modes)
    {
        Assert.Equal(modes, Modality.Merge([new(100, 0.9), new(nanoseconds, share)]).Count);
        Assert.Equal(modes, Modality.Merge([new(100, share), new(nanoseconds, 0.9)]).Count);
    }

    [Fact]
    public void Modes_that_are_merged_share_the_values_and_stand_where_most_are()
    {
        Assert.Equal([new(100, 0.75)], Modality.Merge([new(100, 0.5), new(120, 0.25)]));
        Assert.Equal([new(120, 0.75)], Modality.Merge([new(100, 0.25), new(120, 0.5)]));
        Assert.Equal([new(100, 0.5)], Modality.Merge([new(100, 0.25), new(120, 0.25)]));
        Assert.Equal([new(100, 0.25), new(200, 0.5)], Modality.Merge([new(100, 0.25), new(200, 0.25), new(210, 0.25)]));
    }

    private static Histogram Of(int count, Func<int, double> milliseconds)
    {
        Histogram histogram = new();
        for (int i = 0; i < count; i++)
            histogram.Record((long)(milliseconds(i) * 1e6));
        return histogram;
    }

    private double Around(double milliseconds) => milliseconds * (1 + 0.03 * Normal());

    private double Normal() => Math.Sqrt(-2 * Math.Log(Uniform())) * Math.Cos(2 * Math.PI * Uniform()); // Box and Muller, 1958.

    private double Uniform() => (_random.Below(1_000_000) + 0.5) / 1e6;
}
