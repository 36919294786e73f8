using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class DriftTests
{
    /// <summary>Ten values with a tie; rank correlation and p (Simpson's rule on the t density) by a separate program
    /// in Python 3.11.</summary>
    [Fact]
    public void A_rising_series_is_marked()
    {
        Drift drift = Drift.Of([0.1, 0.3, 0.2, 0.5, 0.4, 0.4, 0.9, 0.8, 1.0, 0.7])!.Value;

        Assert.Equal(0.8632258720256917, drift.Correlation, 1e-12);
        Assert.Equal(0.001293814760519596, drift.Probability, 1e-9);
        Assert.True(drift.IsMarked);
    }

    [Fact]
    public void A_steady_rise_is_certain() => Assert.Equal(new Drift(1, 0), Drift.Of([1, 2, 3, 4, 5]));

    [Fact]
    public void Equal_values_do_not_drift() => Assert.Equal(new Drift(0, 1), Drift.Of([1, 1, 1, 1]));

    [Fact]
    public void Scattered_values_are_not_marked() => Assert.False(Drift.Of([3, 1, 4, 1, 5, 9, 2, 6])!.Value.IsMarked);

    [Fact]
    public void Three_values_show_no_drift() => Assert.Null(Drift.Of([1, 2, 3]));

    [Fact]
    public void One_run_in_a_hundred_is_not_rarer_than_one_in_a_hundred() =>
        Assert.Equal((true, false), (new Drift(0.9, 0.0099).IsMarked, new Drift(0.9, 0.01).IsMarked));
}
