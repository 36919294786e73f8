using Syncopate.Histograms;
using Syncopate.Judging;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class HarrellDavisTests
{
    /// <summary>Beta weights by the power series of the incomplete beta function (DLMF 8.17), in a separate program in
    /// Python 3.11.</summary>
    [Theory]
    [InlineData(0.1, 1.44807140947997)]
    [InlineData(0.5, 8.089723675418503)]
    [InlineData(0.9, 44.76884498665933)]
    public void The_quantile_agrees_with_numeric_integration(double p, double quantile) =>
        Assert.Equal(quantile, HarrellDavis.Quantile(Of(1, 2, 2, 3, 5, 8, 13, 21, 34, 55), p), 1e-8);

    [Fact]
    public void Equal_values_have_no_other_quantile() => Assert.Equal(7, HarrellDavis.Quantile(Of(7, 7, 7, 7), 0.9), 1e-12);

    [Fact]
    public void The_median_of_a_symmetric_sample_is_its_centre() =>
        Assert.Equal(5, HarrellDavis.Quantile(Of(1, 2, 3, 5, 7, 8, 9), 0.5), 1e-9);

    [Fact]
    public void The_shift_shows_only_the_percentiles_that_ten_values_lie_beyond()
    {
        Histogram baseline = Of([.. Enumerable.Range(1, 200).Select(i => i * 1_000_000L)]);
        Histogram candidate = Of([.. Enumerable.Range(1, 200).Select(i => i * 2_000_000L)]);

        IReadOnlyList<ShiftPoint> shift = ShiftFunction.Between(baseline, candidate);

        Assert.Equal([10, 25, 50, 75, 90, 95], shift.Select(p => p.Percentile));
        Assert.All(shift, p => Assert.Equal(2, p.Ratio!.Value, 0.001));
        Assert.Equal(100.5, shift[2].Shift, 0.2);
    }

    [Fact]
    public void What_has_no_quantile_is_refused()
    {
        Assert.Throws<ArgumentException>(() => HarrellDavis.Quantile(new Histogram(), 0.5));
        Assert.Throws<ArgumentOutOfRangeException>(() => HarrellDavis.Quantile(Of(1), 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => HarrellDavis.Quantile(Of(1), 1));
    }

    [Fact]
    public void A_baseline_of_less_than_a_millisecond_has_a_ratio()
    {
        IReadOnlyList<ShiftPoint> shift = ShiftFunction.Between(
            Of([.. Enumerable.Repeat(1_000L, 20)]), Of([.. Enumerable.Repeat(3_000L, 20)]));

        Assert.Equal(3, shift[0].Ratio!.Value, 0.01);
    }

    [Fact]
    public void A_baseline_of_nothing_has_a_shift_and_no_ratio()
    {
        IReadOnlyList<ShiftPoint> shift = ShiftFunction.Between(
            Of([.. Enumerable.Repeat(0L, 20)]), Of([.. Enumerable.Repeat(3_000_000L, 20)]));

        Assert.Equal(
            [new ShiftPoint(50, 0, 3, 3, null)],
            shift.Select(p => p with { Candidate = Math.Round(p.Candidate, 2), Shift = Math.Round(p.Shift, 2) }));
    }

    private static Histogram Of(params long[] values)
    {
        Histogram histogram = new();
        foreach (long value in values)
            histogram.Record(value);
        return histogram;
    }
}
