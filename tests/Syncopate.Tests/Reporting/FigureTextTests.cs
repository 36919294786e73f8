using Syncopate.Reporting;
using Syncopate.Reporting.Sentences;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class FigureTextTests
{
    [Theory]
    [InlineData(0, "0 ms")]
    [InlineData(0.000_000_43, "0.43 ns")]
    [InlineData(0.000_43, "0.43 µs")]
    [InlineData(0.58, "0.58 ms")]
    [InlineData(86.44, "86.4 ms")]
    [InlineData(232.4, "232 ms")]
    [InlineData(2_467, "2,467 ms")]
    [InlineData(12_540, "12.5 s")]
    [InlineData(900_000, "15 min")]
    [InlineData(36_000_000, "10 h")]
    [InlineData(double.NaN, "–")]
    [InlineData(double.PositiveInfinity, "–")]
    public void A_duration_is_shown_in_the_unit_a_reader_expects(double milliseconds, string expected) =>
        Assert.Equal(expected, FigureText.Milliseconds(milliseconds));

    [Theory]
    [InlineData(9.996, "10.0")]
    [InlineData(0.9996, "1.00")]
    [InlineData(99.96, "100")]
    [InlineData(2.8, "2.80")]
    [InlineData(5, "5")]
    [InlineData(-3.217, "-3.22")]
    [InlineData(1_234_567.8, "1,234,568")]
    [InlineData(1e300, "1e+300")]
    [InlineData(0.000_000_1, "1e-7")]
    [InlineData(0, "0")]
    public void A_figure_has_three_significant_digits_but_all_of_its_whole_part(double value, string expected) =>
        Assert.Equal(expected, FigureText.Significant(value));

    /// <summary>"The interval of the ratio, 1.00 to 1.06, excludes 1" contradicts itself.</summary>
    [Theory]
    [InlineData(0.986, "0.986")]
    [InlineData(0.9996, "0.9996")]
    [InlineData(1.004, "1.004")]
    [InlineData(1.06, "1.06")]
    [InlineData(1, "1")]
    [InlineData(1.000_000_000_1, "1.00")]
    [InlineData(0.000_345_6, "0.000346")]
    [InlineData(double.NaN, "–")]
    public void A_ratio_is_on_the_side_of_1_on_which_it_lies(double ratio, string expected) =>
        Assert.Equal(expected, FigureText.Ratio(ratio));

    /// <summary>"0.905, outside the interval, 0.905 to 0.950" contradicts itself.</summary>
    [Theory]
    [InlineData(0.5, 0.6, 3)]
    [InlineData(0.9051, 0.9054, 4)]
    [InlineData(0.90512, 0.90513, 5)]
    [InlineData(0.905, 0.905, null)]
    [InlineData(2.004, 2, 4)] // "2.00" and "2" look the same.
    [InlineData(0.905, 0.905_000_000_01, null)]
    public void Two_figures_have_the_digits_that_tell_them_apart(double one, double other, int? digits) =>
        Assert.Equal(digits, FigureText.DigitsApart(one, other));

    /// <summary>Of 10,000 requests 3 were answered: "100% failed" is not true, nor is "100% less processor time" of a 300th.</summary>
    [Theory]
    [InlineData(99.97, "99.97%")]
    [InlineData(-99.97, "-99.97%")]
    [InlineData(99.667, "99.7%")]
    [InlineData(99.4, "99%")]
    [InlineData(100, "100%")]
    [InlineData(100.4, "100%")]
    public void Nearly_all_is_not_all(double percent, string expected) =>
        Assert.Equal(expected, FigureText.Percent(percent));

    /// <summary>A margin was said as ±8,796%.</summary>
    [Theory]
    [InlineData(5, "±5%")]
    [InlineData(99, "±99%")]
    [InlineData(100, "a factor of 2")]
    [InlineData(150, "a factor of 2.50")]
    [InlineData(8_796, "a factor of 89.0")]
    public void A_margin_of_twice_as_much_or_more_is_a_factor(double percent, string expected) =>
        Assert.Equal(expected, FigureText.Margin(percent));

    /// <summary>A machine was busy with "2.0 runnable threads on 2 cores".</summary>
    [Theory]
    [InlineData("2.0", 2.04, 2, "2.04")]
    [InlineData("2.0", 2, 2, "2.0")]
    [InlineData("2.3", 2.3, 2, "2.3")]
    public void A_figure_above_its_limit_does_not_look_like_it(
        string shown, double value, double mark, string expected) =>
        Assert.Equal(expected, FigureText.Beside(shown, value, mark));

    /// <summary>"1.3 times faster (1.0 to 1.7)" was a verdict, with an interval that looks as if it held 1.</summary>
    [Theory]
    [InlineData(1.04, "1.04")]
    [InlineData(1.002, "1.002")]
    [InlineData(1.3, "1.3")]
    [InlineData(4.93, "4.9")]
    public void A_factor_that_is_not_1_does_not_look_like_it(double factor, string expected) =>
        Assert.Equal(expected, ReportSentence.Factor(factor));
}
