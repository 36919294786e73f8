using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class SignedRankTests
{
    /// <summary>Critical values T (largest rank sum with two-sided probability at most the level): Wilcoxon and Wilcox,
    /// Some Rapid Approximate Statistical Procedures (1964), the table printed in most textbooks; n = 60 counted with exact integers in
    /// Python.</summary>
    [Theory]
    [InlineData(8, 0.05, 3)]
    [InlineData(8, 0.02, 1)]
    [InlineData(8, 0.01, 0)]
    [InlineData(10, 0.05, 8)]
    [InlineData(10, 0.01, 3)]
    [InlineData(12, 0.05, 13)]
    [InlineData(15, 0.02, 19)]
    [InlineData(20, 0.05, 52)]
    [InlineData(25, 0.01, 68)]
    [InlineData(30, 0.05, 137)]
    [InlineData(40, 0.05, 264)]
    [InlineData(50, 0.02, 397)]
    [InlineData(60, 0.01, 567)]
    public void The_depth_is_one_more_than_the_tabulated_critical_value(int n, double alpha, int critical) =>
        Assert.Equal(critical + 1, SignedRank.Depth(n, alpha));

    /// <summary>Counted with exact integers in Python 3.11 (sums of subsets of 1..n over 2^n).</summary>
    [Theory]
    [InlineData(10, 8, 0.0244140625)]
    [InlineData(60, 600, 0.009916129740945072)]
    [InlineData(60, 1830, 1)]
    public void The_distribution_is_exact(int n, int w, double probability) =>
        Assert.Equal(probability, SignedRank.CumulativeProbability(n, w), 1e-14);

    [Fact]
    public void The_distribution_is_symmetric()
    {
        for (int n = 1; n <= SignedRank.LargestExact; n++)
        {
            for (int w = -1; w <= n * (n + 1) / 2; w++)
            {
                Assert.Equal(
                    1 - SignedRank.CumulativeProbability(n, w),
                    SignedRank.CumulativeProbability(n, n * (n + 1) / 2 - w - 1), 1e-12);
            }
        }
    }

    [Fact]
    public void A_level_that_no_rank_sum_reaches_has_no_depth() => Assert.Equal(0, SignedRank.Depth(8, 0.0077));

    /// <summary>Exact integers in Python: 673 and 1561 at 5 %, 595 and 1421 at 1.12 %.</summary>
    [Theory]
    [InlineData(61, 0.05, 673)]
    [InlineData(61, 0.0112, 595)]
    [InlineData(90, 0.05, 1561)]
    [InlineData(90, 0.0112, 1421)]
    public void Above_the_table_the_normal_depth_stays_on_the_safe_side_by_a_hair(int n, double alpha, int exact) =>
        Assert.InRange(SignedRank.Depth(n, alpha), exact - 4, exact);

    /// <summary>Exact integers in Python 3.11 up to 60 differences; above, its statistics.NormalDist in the formula.</summary>
    [Theory]
    [InlineData(60, 0.01, 568)]
    [InlineData(60, 0.0001, 403)]
    [InlineData(61, 0.01, 587)]
    [InlineData(61, 0.0001, 404)]
    [InlineData(61, 1e-20, 0)]
    public void Up_to_60_differences_the_depth_is_exact_and_above_it_is_the_normal_one(int n, double alpha, int depth) =>
        Assert.Equal(depth, SignedRank.Depth(n, alpha));

    /// <summary>Three differences are all negative in one of eight cases: exactly half of a level of 1/4.</summary>
    [Fact]
    public void A_level_that_is_reached_exactly_is_reached() => Assert.Equal(1, SignedRank.Depth(3, 0.25));

    [Fact]
    public void No_sum_of_ranks_lies_beyond_that_of_all() =>
        Assert.Equal(
            (0, 1, 1),
            (SignedRank.CumulativeProbability(3, -1), SignedRank.CumulativeProbability(3, 6),
                SignedRank.CumulativeProbability(3, 7)));
}
