using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class DistributionTests
{
    /// <summary>Python 3.11, statistics.NormalDist().inv_cdf.</summary>
    [Theory]
    [InlineData(0.5, 0)]
    [InlineData(0.975, 1.9599639845400536)]
    [InlineData(0.995, 2.5758293035489)]
    [InlineData(0.001, -3.090232306167813)]
    [InlineData(1e-10, -6.361340902404056)]
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
}
