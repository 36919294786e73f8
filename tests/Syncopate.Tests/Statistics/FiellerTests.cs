using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class FiellerTests
{
    private static readonly double[] Baseline = [10.1, 9.7, 10.4, 10.0, 9.9, 10.3, 9.6, 10.2];

    private static readonly double[] Candidate = [12.0, 11.5, 12.9, 12.1, 11.8, 12.4, 11.4, 12.3];

    /// <summary>A separate program in Python 3.11, checked there by the definition: at both ends the paired t of
    /// candidate - r baseline is 2.36462.</summary>
    [Fact]
    public void The_interval_ends_where_the_paired_t_test_turns()
    {
        IntervalEstimate ratio = Fieller.Ratio(Baseline, Candidate, 0.05);

        Assert.Equal(1.2019950124688281, ratio.Theta, 1e-12);
        Assert.Equal(1.1862079035185897, ratio.Low!.Value, 1e-9);
        Assert.Equal(1.2172395848157884, ratio.High!.Value, 1e-9);
    }

    [Fact]
    public void A_baseline_that_may_be_zero_bounds_nothing() =>
        Assert.Equal(new IntervalEstimate(3, null, null), Fieller.Ratio([-10, 14], [-30, 42], 0.05));

    [Fact]
    public void Columns_of_unequal_length_are_refused() => Assert.Throws<ArgumentException>(() => Fieller.Ratio(Baseline, [1], 0.05));

    [Fact]
    public void A_baseline_of_nothing_has_no_interval() => Assert.Null(Fieller.Ratio([0, 0], [1, 2], 0.05).Low);

    [Fact]
    public void A_scale_of_either_column_is_a_scale_of_the_ratio()
    {
        IntervalEstimate plain = Fieller.Ratio(Baseline, Candidate, 0.05);
        IntervalEstimate scaled = Fieller.Ratio([.. Baseline.Select(v => v / 1000)], [.. Candidate.Select(v => v / 500)], 0.05);

        Assert.Equal(2 * plain.Low!.Value, scaled.Low!.Value, 1e-9);
        Assert.Equal(2 * plain.High!.Value, scaled.High!.Value, 1e-9);
    }

    [Fact]
    public void One_round_is_refused() => Assert.Throws<ArgumentException>(() => Fieller.Ratio([1], [1], 0.05));
}
