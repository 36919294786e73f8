using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class RankSumTests
{
    /// <summary>Counted by going through all 3,003 ways to choose 5 of 15 ranks (Python, itertools.combinations).</summary>
    [Fact]
    public void Probabilities_are_those_of_all_ways_to_rank()
    {
        double[] counts = RankSum.Probabilities(10, 5).Select(p => p * 3_003).ToArray();

        Assert.Equal(51, counts.Length);
        double[] first = [1, 1, 2, 3, 5, 7, 10, 13];
        for (int u = 0; u < first.Length; u++)
            Assert.Equal(first[u], counts[u], 1e-9);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(8, 8)]
    [InlineData(3, 40)]
    [InlineData(50, 50)]
    public void Probabilities_are_symmetric_and_whole(int m, int n)
    {
        double[] probabilities = RankSum.Probabilities(m, n);

        Assert.Equal(1, probabilities.Sum(), 1e-12);
        for (int u = 0; u <= m * n; u++)
            Assert.Equal(probabilities[u], probabilities[m * n - u], 1e-12);
    }

    [Fact]
    public void The_depth_is_the_one_of_the_tables()
    {
        // Critical values of U, two-sided 5 %, in every textbook's table: 13 for 8 and 8, 23 for 10 and 10, 127 for 20
        // and 20. The depth is one more.
        Assert.Equal(14, RankSum.Depth(8, 8, 0.05));
        Assert.Equal(24, RankSum.Depth(10, 10, 0.05));
        Assert.Equal(128, RankSum.Depth(20, 20, 0.05));
    }

    [Fact]
    public void Samples_too_small_for_the_level_have_no_depth() => Assert.Equal(0, RankSum.Depth(3, 3, 0.05));

    [Fact]
    public void The_normal_approximation_takes_over_where_the_exact_one_ends()
    {
        int exact = RankSum.Depth(50, 50, 0.01);
        int approximate = RankSum.Depth(50, 51, 0.01);

        Assert.InRange(approximate - exact, 0, 25);
    }

    /// <summary>Exact integers in Python 3.11 up to 2,500 pairs; above, its statistics.NormalDist in the formula.</summary>
    [Theory]
    [InlineData(50, 50, 0.01, 878)]
    [InlineData(50, 50, 0.0001, 696)]
    [InlineData(41, 61, 0.01, 873)]
    [InlineData(41, 61, 0.0001, 680)]
    [InlineData(50, 51, 0.01, 896)]
    [InlineData(50, 51, 0.0001, 702)]
    [InlineData(50, 51, 1e-20, 0)]
    public void Up_to_2500_pairs_the_depth_is_exact_and_above_it_is_the_normal_one(int m, int n, double alpha, int depth) =>
        Assert.Equal(depth, RankSum.Depth(m, n, alpha));

    /// <summary>One value against three is at each place in a quarter of the orders: exactly half of a level of 1/2.</summary>
    [Fact]
    public void A_level_that_is_reached_exactly_is_reached() => Assert.Equal(1, RankSum.Depth(1, 3, 0.5));
}
