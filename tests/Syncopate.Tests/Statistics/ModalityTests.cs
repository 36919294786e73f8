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
        for (int sample = 0; sample < 20; sample++)
        {
            Histogram latencies = Of(sample < 10 ? 1_000 : 10_000, _ => distribution switch
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
    public void Modes_a_tenth_apart_are_one() => Assert.Single(Modality.Of(Of(10_000, i => i % 2 == 0 ? Around(20) / 4 + 20 : Around(20) / 4 + 22)));

    [Fact]
    public void Of_few_values_nothing_is_said() => Assert.Empty(Modality.Of(Of(999, i => i % 2 == 0 ? Around(20) : Around(180))));

    [Fact]
    public void The_unit_does_not_matter()
    {
        IReadOnlyList<Mode> modes = Modality.Of(Of(10_000, i => (i % 2 == 0 ? Around(20) : Around(180)) / 1_000));

        Assert.Equal(2, modes.Count);
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
