using System.Text;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class ServerTimingTests
{
    [Fact]
    public void The_sample_sites_form_is_read()
    {
        IReadOnlyList<ServerTiming> entries = Read("""served;dur=502.125;desc="1234567890123456789", emails;dur=500.001;desc="1234567890123999999" """);

        Assert.Equal(
            [new ServerTiming("served", 1234567890123456789, 502_125_000), new ServerTiming("emails", 1234567890123999999, 500_001_000)],
            entries);
    }

    [Theory]
    [InlineData("a;desc=\"7\";dur=1")]
    [InlineData("a ; dur=1 ; desc=7")]
    [InlineData("a;dur=1;desc=\"7\";more=\"x;y,z\"")]
    [InlineData(",,a;dur=1;desc=\"7\",")]
    [InlineData("b;desc=\"x, c;dur=1;desc=7\",a;dur=1;desc=\"7\"")]
    public void Order_spaces_quotes_and_strangers_do_not_matter(string value) =>
        Assert.Equal([new ServerTiming("a", 7, 1_000_000)], Read(value));

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("a;dur=1")]
    [InlineData("a;desc=\"7\"")]
    [InlineData(";dur=1;desc=\"7\"")]
    [InlineData("a b;dur=1;desc=\"7\"")]
    [InlineData("<script>;dur=1;desc=\"7\"")]
    [InlineData("a;dur=-1;desc=\"7\"")]
    [InlineData("a;dur=NaN;desc=\"7\"")]
    [InlineData("a;dur=-Infinity;desc=\"7\"")]
    [InlineData("a;dur=1e300;desc=\"7\"")]
    [InlineData("a;dur=99999999999;desc=\"7\"")]
    [InlineData("a;dur=1;desc=\"-7\"")]
    [InlineData("a;dur=1;desc=\"99999999999999999999\"")]
    [InlineData("a;dur=1;desc=\"cache miss\"")]
    [InlineData("\"\"\";;;,,,=\0\u00ff")]
    public void What_is_not_in_the_sample_sites_form_is_left_out(string value) =>
        Assert.Empty(Read(value));

    [Theory]
    [InlineData("io-bound")]
    [InlineData("io_bound")]
    [InlineData("io.2")]
    public void A_name_may_have_dashes_dots_and_underscores(string name) =>
        Assert.Equal([new ServerTiming(name, 7, 1_000_000)], Read($"{name};dur=1;desc=7"));

    [Fact]
    public void A_name_is_at_most_64_letters_long()
    {
        Assert.Single(Read($"{new string('a', 64)};dur=1;desc=7"));
        Assert.Empty(Read($"{new string('a', 65)};dur=1;desc=7"));
    }

    [Fact]
    public void It_took_no_time_or_at_most_a_day()
    {
        Assert.Equal([new ServerTiming("a", 7, 0)], Read("a;dur=0;desc=7"));
        Assert.Equal([new ServerTiming("a", 7, 86_400_000_000_000)], Read("a;dur=86400000;desc=7"));
        Assert.Empty(Read("a;dur=86400000.001;desc=7"));
    }

    private static IReadOnlyList<ServerTiming> Read(string value) => ServerTiming.Read(Encoding.Latin1.GetBytes(value));
}
