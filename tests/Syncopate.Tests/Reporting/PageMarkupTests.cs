using Xunit;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Tests.Reporting;

public sealed class PageMarkupTests
{
    [Fact]
    public void Text_in_a_hole_cannot_become_markup()
    {
        const string Hostile = "\"'><script>alert(1)</script>&amp;";

        string markup = Html($"<p title=\"{Hostile}\">{Hostile}</p>").ToString();

        const string Encoded = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;";
        Assert.Equal($"<p title=\"{Encoded}\">{Encoded}</p>", markup);
    }

    [Theory]
    [InlineData("a\u001b[31mb", "a␛[31mb")]
    [InlineData("a\0b", "a␀b")]
    [InlineData("a\u007fb", "a␡b")]
    [InlineData("a\u0085b", "a\uFFFDb")]
    [InlineData("a\u202eb", "a\uFFFDb")]
    [InlineData("a\u2066b", "a\uFFFDb")]
    [InlineData("a\ufeffb", "a\uFFFDb")]
    [InlineData("a\uffffb", "a\uFFFDb")]
    [InlineData("a\r\n\tb", "a\n\tb")]
    [InlineData("ünïcödé 漢字 😀", "ünïcödé 漢字 😀")]
    public void No_control_character_is_written_raw(string text, string expected) =>
        Assert.Equal(expected, Html($"{text}").ToString());

    [Fact]
    public void Half_a_surrogate_pair_becomes_a_replacement() =>
        Assert.Equal("a\uFFFDb", Html($"{"a\ud800b"}").ToString());

    [Theory]
    [InlineData(33.333333, "33.33")]
    [InlineData(-0.0004, "0")]
    [InlineData(1_000_000, "1000000")]
    public void A_coordinate_has_at_most_two_decimals(double value, string expected) =>
        Assert.Equal(expected, Html($"{value}").ToString());

    [Fact]
    public void Markup_is_not_encoded_twice()
    {
        Syncopate.Reporting.Drawing.PageMarkup name = Html($"<b>{"<"}</b>");

        Assert.Equal("<p><b>&lt;</b><b>&lt;</b><b>&lt;</b></p>", Html($"<p>{name}{new[] { name, name }}</p>").ToString());
    }
}
