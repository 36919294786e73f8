using System.Text;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class ExtractedValueTests
{
    [Theory]
    [InlineData("", "[1]", "[1]")]
    [InlineData("", "\"text\"", "text")]
    [InlineData("", "", null)]
    [InlineData("/", "{\"\":7}", "7")]
    [InlineData("/a", "{\"a\":{\"b\": 1}}", "{\"b\": 1}")]
    [InlineData("/a/b", "{\"a\":{\"b\":true}}", "true")]
    [InlineData("/a/b", "{\"a\":\"b\"}", null)]
    [InlineData("/a/b", "{\"b\":1}", null)]
    [InlineData("/a", "{\"a\":null}", null)]
    [InlineData("/0", "[5,6]", "5")]
    [InlineData("/1", "[5,6]", "6")]
    [InlineData("/2", "[5,6]", null)]
    [InlineData("/-1", "[5,6]", null)]
    [InlineData("/0", "{\"0\":8}", "8")]
    [InlineData("/~01", "{\"~1\":9,\"/\":0}", "9")]
    [InlineData("/a", "{\"a\":1", null)]
    public void A_value_of_JSON_is_a_text_without_quotes_or_its_JSON(string place, string body, string? expected) =>
        Assert.Equal(expected, Taken(ExtractedValue.FromJson("x", place), body));

    [Theory]
    [InlineData("a")]
    [InlineData(" /a")]
    public void A_place_that_is_no_JSON_pointer_is_refused(string place) =>
        Assert.Throws<ArgumentException>(() => ExtractedValue.FromJson("x", place));

    [Theory]
    [InlineData("b=.", "a=1 b=2 b=3", "b=2")]
    [InlineData("b=(.)", "a=1 b=2 b=3", "2")]
    [InlineData("(.)=(.)", "a=1 b=2", "a")]
    [InlineData("c=(.)", "a=1 b=2", null)]
    public void A_value_of_text_is_the_first_group_of_the_first_match_or_all_of_it(
        string pattern, string body, string? expected) =>
        Assert.Equal(expected, Taken(ExtractedValue.FromText("x", pattern), body));

    [Fact]
    public void A_value_of_a_header_is_the_first_one_wherever_the_client_keeps_it()
    {
        using HttpResponseMessage response = new() { Content = new ByteArrayContent([]) };
        response.Headers.TryAddWithoutValidation("X-Id", ["7", "8"]);
        response.Content.Headers.TryAddWithoutValidation("Content-Language", "en");

        Assert.Equal("7", ExtractedValue.FromHeader("x", "x-id").Take(response, default));
        Assert.Equal("en", ExtractedValue.FromHeader("x", "content-language").Take(response, default));
        Assert.Null(ExtractedValue.FromHeader("x", "X-Other").Take(response, default));
    }

    [Fact]
    public void A_value_of_a_cookie_is_the_last_one_of_exactly_this_name()
    {
        using HttpResponseMessage response = new();
        response.Headers.TryAddWithoutValidation("Set-Cookie", ["id=1; Path=/", "id2=2", "ID=3", "id= 4 ; Secure"]);

        Assert.Equal("4", ExtractedValue.FromCookie("x", "id").Take(response, default));
        Assert.Equal("2", ExtractedValue.FromCookie("x", "id2").Take(response, default));
        Assert.Null(ExtractedValue.FromCookie("x", "i").Take(response, default));
        using HttpResponseMessage bare = new();
        Assert.Null(ExtractedValue.FromCookie("x", "id").Take(bare, default));
    }

    [Theory]
    [InlineData("a", true)]
    [InlineData("_a1", true)]
    [InlineData("1a", false)]
    [InlineData("a-b", false)]
    [InlineData("a}{b", false)]
    [InlineData("", false)]
    public void A_name_can_be_written_between_braces(string name, bool isTaken)
    {
        if (isTaken)
            Assert.Equal(name, ExtractedValue.FromHeader(name, "X").Name);
        else
            Assert.Throws<ArgumentException>(() => ExtractedValue.FromHeader(name, "X"));
    }

    [Fact]
    public void A_body_is_read_only_for_what_is_in_it()
    {
        Assert.True(ExtractedValue.FromJson("x", "").IsInBody);
        Assert.True(ExtractedValue.FromText("x", ".").IsInBody);
        Assert.False(ExtractedValue.FromHeader("x", "X").IsInBody);
        Assert.False(ExtractedValue.FromCookie("x", "x").IsInBody);
        Assert.Throws<ArgumentException>(() => ExtractedValue.FromHeader("x", ""));
        Assert.Throws<ArgumentException>(() => ExtractedValue.FromCookie("x", ""));
    }

    private static string? Taken(ExtractedValue value, string body)
    {
        using HttpResponseMessage response = new();
        return value.Take(response, Encoding.UTF8.GetBytes(body));
    }
}
