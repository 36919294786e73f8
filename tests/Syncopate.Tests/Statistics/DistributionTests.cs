using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class DistributionTests
{
    /// <summary>Python 3.11, statistics.NormalDist().inv_cdf.</summary>
    [Theory]
    [InlineData(0.5, 0)]
    [InlineData(0.75, 0.6744897501960817)]
    [InlineData(0.1, -1.2815515655446008)]
    [InlineData(0.975, 1.9599639845400536)]
    [InlineData(0.995, 2.5758293035489)]
    [InlineData(0.001, -3.090232306167813)]
    [InlineData(1e-10, -6.361340902404056)]
    [InlineData(1e-12, -7.034483825301132)]
    [InlineData(1e-15, -7.941345326170995)]
    [InlineData(1e-40, -13.310921371425172)]
    [InlineData(1e-300, -37.0470962993612)]
    public void Normal_quantiles_agree_with_python(double p, double quantile) =>
        Assert.Equal(quantile, NormalDistribution.Quantile(p), 1e-12);

    /// <summary>Student's t at 5 % and 1 %, two-sided: the table of every textbook (Fisher and Yates, 1963, table III).</summary>
    [Theory]
    [InlineData(0.05, 1, 12.706)]
    [InlineData(0.05, 5, 2.571)]
    [InlineData(0.05, 7, 2.365)]
    [InlineData(0.05, 30, 2.042)]
    [InlineData(0.01, 5, 4.032)]
    [InlineData(0.01, 120, 2.617)]
    public void Student_quantiles_agree_with_the_table(double alpha, int degrees, double quantile) =>
        Assert.Equal(quantile, StudentT.TwoSidedQuantile(alpha, degrees), 0.0005);

    /// <summary>Simpson's rule with 200,000 steps in Python 3.11.</summary>
    [Theory]
    [InlineData(0.3, 4, 6, 0.2703409019999986)]
    [InlineData(0.9, 100, 12, 0.566794728156358)]
    public void The_beta_share_agrees_with_numeric_integration(double x, double a, double b, double share) =>
        Assert.Equal(share, IncompleteBeta.Share(x, a, b), 1e-10);

    /// <summary>I_x(1, b) = 1 - (1 - x)^b and I_x(a, 1) = x^a; a = 1e6 is a histogram of a long run.</summary>
    [Theory]
    [InlineData(0.25, 1, 3, 0.578125)]
    [InlineData(0.5, 3, 1, 0.125)]
    [InlineData(0.5, 1e6, 1e6, 0.5)]
    public void The_beta_share_has_its_known_values(double x, double a, double b, double share) =>
        Assert.Equal(share, IncompleteBeta.Share(x, a, b), 1e-8);

    /// <summary>Python 3.11, math.lgamma.</summary>
    [Theory]
    [InlineData(0.1, 2.2527126517342055)]
    [InlineData(0.25, 1.2880225246980772)]
    [InlineData(0.5, 0.5723649429247004)]
    [InlineData(1.5, -0.12078223763524543)]
    [InlineData(2, 0)]
    [InlineData(3.75, 1.4868155785934172)]
    [InlineData(10, 12.801827480081467)]
    [InlineData(123.25, 468.6144829505166)]
    public void The_logarithm_of_the_gamma_function_agrees_with_python(double x, double logarithm) =>
        Assert.Equal(logarithm, IncompleteBeta.LogGamma(x), 1e-11);

    /// <summary>Exact: I_x(1/2, 1/2) = 2/pi asin(sqrt x), and I_x(1, 1) = x; nothing lies below 0, all below 1.</summary>
    [Fact]
    public void The_beta_share_of_the_arc_sine_and_of_even_draws_is_exact()
    {
        Assert.Equal(1 / 3.0, IncompleteBeta.Share(0.25, 0.5, 0.5), 1e-14);
        Assert.Equal(0.5, IncompleteBeta.Share(0.5, 0.5, 0.5), 1e-14);
        Assert.Equal(0.4, IncompleteBeta.Share(0.4, 1, 1), 1e-14);
        Assert.Equal((0, 1), (IncompleteBeta.Share(0, 2, 3), IncompleteBeta.Share(1, 2, 3)));
    }

    /// <summary>Exact: with 1 degree t is tan(pi (1 - alpha) / 2), with 2 it is (1 - alpha) sqrt(2 / (alpha (2 - alpha))).</summary>
    [Theory]
    [InlineData(0.5)]
    [InlineData(0.9)]
    [InlineData(0.003)]
    public void Student_quantiles_of_one_and_two_degrees_are_exact(double alpha)
    {
        Assert.Equal(1, StudentT.TwoSidedQuantile(alpha, 1) / Math.Tan(Math.PI * (1 - alpha) / 2), 1e-9);
        Assert.Equal(1, StudentT.TwoSidedQuantile(alpha, 2) / ((1 - alpha) * Math.Sqrt(2 / (alpha * (2 - alpha)))), 1e-9);
    }

    [Fact]
    public void What_is_no_probability_has_no_quantile()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => NormalDistribution.Quantile(0));
        Assert.Throws<ArgumentOutOfRangeException>(() => NormalDistribution.Quantile(1));
        Assert.Throws<ArgumentOutOfRangeException>(() => StudentT.TwoSidedQuantile(0, 5));
        Assert.Throws<ArgumentOutOfRangeException>(() => StudentT.TwoSidedQuantile(1, 5));
        Assert.Throws<ArgumentOutOfRangeException>(() => StudentT.TwoSidedQuantile(0.05, 0));
    }
}
