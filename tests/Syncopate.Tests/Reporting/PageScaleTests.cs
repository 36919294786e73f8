using System.Text.RegularExpressions;
using Syncopate.Reporting.Drawing;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class PageScaleTests
{
    [Theory]
    [InlineData(57, 60)]
    [InlineData(60, 60)]
    [InlineData(61, 100)]
    [InlineData(0.011, 0.015)]
    [InlineData(1e300, 1e300)]
    public void An_axis_begins_at_zero_and_ends_at_a_round_tick(double highest, double end)
    {
        PageScale scale = PageScale.FromZero([highest], mostSteps: 3);

        Assert.Equal(0, scale.Percent(0));
        Assert.Equal(0, scale.Ticks.First());
        Assert.Equal(1, scale.Maximum / end, 1e-9);
        Assert.Equal(1, scale.Ticks.Last() / end, 1e-9);
    }

    [Fact]
    public void Threads_have_whole_ticks()
    {
        PageScale scale = PageScale.FromZero([2], mostSteps: 3, whole: true);

        Assert.Equal([0, 1, 2], scale.Ticks);
    }

    [Fact]
    public void The_highest_of_all_forms_decides_for_all()
    {
        PageScale scale = PageScale.UpTo([232, 2_467]);

        Assert.Equal(100, scale.Percent(2_467));
        Assert.Equal(100 * 232.0 / 2_467, scale.Percent(232), 1e-9);
    }

    [Fact]
    public void Values_that_are_no_numbers_change_no_scale_and_lie_at_zero()
    {
        PageScale scale = PageScale.UpTo([double.NaN, double.PositiveInfinity, -3, 10]);

        Assert.Equal(10, scale.Maximum);
        Assert.Equal([0, 0, 0], new[] { double.NaN, double.PositiveInfinity, -3 }.Select(scale.Percent));
    }

    [Fact]
    public void A_scale_without_values_still_has_a_length() => Assert.Equal(1, PageScale.UpTo([]).Maximum);

    [Theory]
    [InlineData(12_500_000_000, "0 5 10 15 s")]
    [InlineData(1_014_000_000, "0 500 1,000 1,500 ms")]
    [InlineData(749_000_000, "0 200 400 600 800 ms")]
    [InlineData(120_000, "0 50 100 150 µs")]
    [InlineData(3_600_000_000_000, "0 20 40 60 min")]
    [InlineData(0, "0 0.5 1 ns")]
    [InlineData(long.MaxValue, "0 1,000,000 2,000,000 3,000,000 h")]
    public void A_time_axis_has_the_unit_that_suits_it_at_its_last_tick(long end, string expected)
    {
        PageTimeScale time = new([end, 1]);

        Assert.Equal(expected, string.Join(' ', Texts(time.Labels)));
    }

    [Fact]
    public void A_ratio_axis_puts_twice_and_half_equally_far_from_no_difference()
    {
        PageRatioScale scale = new([0.5, 2]);

        Assert.Equal(50, scale.Percent(1), 1e-9);
        Assert.Equal(100 - scale.Percent(2), scale.Percent(0.5), 1e-9);
    }

    [Theory]
    [InlineData(0.99, 1.01)]
    [InlineData(0.342, 0.417)]
    [InlineData(0.112, 0.133)]
    [InlineData(0.001, 2)]
    [InlineData(1e-12, 1e12)]
    [InlineData(double.NaN, 0)]
    public void A_ratio_axis_always_marks_1_and_is_not_crowded(double low, double high)
    {
        PageRatioScale scale = new([low, high]);

        Assert.Single(scale.Ticks, t => t.Label == "1×");
        Assert.InRange(scale.Ticks.Count(), 3, 9);
        Assert.All(scale.Ticks, t => Assert.InRange(t.Percent, 0, 100));
    }

    private static IEnumerable<string> Texts(PageMarkup markup) =>
        Regex.Matches(markup.ToString(), "<text[^>]*>([^<]*)</text>").Select(m => m.Groups[1].Value);
}
