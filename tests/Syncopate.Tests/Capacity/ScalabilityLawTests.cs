using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class ScalabilityLawTests
{
    /// <summary>SPEC SDM91 on a 16-way machine: N. J. Gunther, Guerrilla Capacity Planning, 2007, table 4.6 (also data
    /// set "specsdm91" of the R package usl).</summary>
    private static readonly (double Level, IReadOnlyList<double> Throughputs)[] Spec =
    [
        (1, [64.9]), (18, [995.9]), (36, [1652.4]), (72, [1853.2]), (108, [1828.9]), (144, [1775.0]), (216, [1702.2]),
    ];

    [Fact]
    public void A_published_series_gives_the_least_squares_of_exact_fractions()
    {
        ScalabilityLaw law = ScalabilityLaw.Fit(Spec, seed: 1);

        // Normal equations solved in Python 3.11 with fractions.Fraction.
        Assert.Equal(78.31040591822587, law.Unit, 1e-8);
        Assert.Equal(0.024448252652040904, law.Contention, 1e-11);
        Assert.Equal(8.103660928044997e-05, law.Coherence, 1e-13);
        Assert.Equal(109.71967816468327, law.Peak, 1e-6);
    }

    [Fact]
    public void Exact_data_give_back_their_law_and_a_band_without_width()
    {
        ScalabilityLaw law = ScalabilityLaw.Fit(
            [
                .. Enumerable.Range(0, 6).Select(i => 1 << i).Select(n =>
                    ((double)n,
                        (IReadOnlyList<double>)[100.0 * n / (1 + 0.05 * (n - 1)), 100.0 * n / (1 + 0.05 * (n - 1))])),
            ], 1);

        (double throughput, double low, double high) = law.Predict(100);
        Assert.Equal(100 * 100 / (1 + 0.05 * 99), throughput, 1e-6);
        Assert.Equal(throughput, low, 1e-6);
        Assert.Equal(throughput, high, 1e-6);
        Assert.Equal(double.PositiveInfinity, law.Peak);
    }

    [Fact]
    public void Rounds_that_differ_widen_the_band()
    {
        ScalabilityLaw law = ScalabilityLaw.Fit(
            [
                .. Spec.Select(l =>
                    (l.Level,
                        (IReadOnlyList<double>)[l.Throughputs[0] * 0.9, l.Throughputs[0], l.Throughputs[0] * 1.1])),
            ], 1);

        (double throughput, double low, double high) = law.Predict(216);
        Assert.InRange(throughput, low, high);
        Assert.True(high / low > 1.02);
    }

    [Fact]
    public void Nothing_is_said_beyond_four_times_what_was_measured()
    {
        ScalabilityLaw law = ScalabilityLaw.Fit(Spec, 1);

        law.Predict(864);
        Assert.Contains("216", Assert.Throws<ArgumentOutOfRangeException>(() => law.Predict(865)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Five_levels_are_too_few() => Assert.Throws<ArgumentException>(() => ScalabilityLaw.Fit(Spec[..5], 1));
}
