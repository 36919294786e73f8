using Syncopate.Judging;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class ComparisonRulesTests
{
    [Theory]
    [InlineData(7, 0)]
    [InlineData(8, 1)]
    [InlineData(26, 3)]
    [InlineData(27, 4)]
    [InlineData(199, 8)]
    [InlineData(1000, 9)]
    public void The_budget_fixes_the_number_of_looks(int rounds, int looks) => Assert.Equal(looks, Looks.Within(rounds));

    [Fact]
    public void More_looks_and_more_comparisons_make_each_look_stricter()
    {
        Assert.Equal(0.05, new ComparisonRules(1, 5).Alpha);
        Assert.Equal(0.0099, new ComparisonRules(7, 5).Alpha);
        Assert.Equal(0.0160 / 3, new ComparisonRules(4, 5) { Comparisons = 3 }.Alpha);
    }

    [Fact]
    public void Rules_that_make_no_sense_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new ComparisonRules(0, 5));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ComparisonRules(10, 5));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ComparisonRules(1, 0));
    }
}
