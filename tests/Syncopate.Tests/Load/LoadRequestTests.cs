using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class LoadRequestTests
{
    private static readonly UsersTimesLoops Once = new(1, 1);

    [Theory]
    [InlineData("/")]
    [InlineData("/customers/io-bound?ms=200&name=%C3%A4")]
    [InlineData("//two/slashes")]
    public void A_path_is_kept_as_it_is(string path) => Assert.Equal(path, new LoadRequest(path, Once).Path);

    [Theory]
    [InlineData("")]
    [InlineData("dashboard")]
    [InlineData("http://10.0.0.1/")]
    [InlineData("/two words")]
    [InlineData("/a\r\nHost: 10.0.0.1")]
    [InlineData("/\u00e4")]
    [InlineData("/nul\0")]
    [InlineData("/page#fragment")]
    public void A_path_that_would_change_the_request_is_refused(string path) =>
        Assert.Throws<ArgumentException>(() => new LoadRequest(path, Once));

    [Fact]
    public void A_negative_head_and_too_many_traces_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new LoadRequest("/", Once) { Discard = TimeSpan.FromTicks(-1) });
        Assert.Throws<ArgumentOutOfRangeException>(() => new LoadRequest("/", Once) { MaximumTraces = -1 });
        Assert.Throws<ArgumentOutOfRangeException>(() => new LoadRequest("/", Once) { MaximumTraces = 10_001 });
    }

    [Fact]
    public void A_target_may_be_away_for_any_time_but_less_than_none()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new LoadRequest("/", Once) { OutageTimeout = TimeSpan.FromTicks(-1) });

        Assert.Equal(TimeSpan.Zero, new LoadRequest("/", Once) { OutageTimeout = TimeSpan.Zero }.OutageTimeout);
        Assert.Null((new LoadRequest("/", Once) { OutageTimeout = TimeSpan.MaxValue } with { OutageTimeout = null }).OutageTimeout);
    }

    [Theory]
    [InlineData("")]
    [InlineData("TWO WORDS")]
    [InlineData("GET\r\n")]
    [InlineData("CONNECT")]
    [InlineData("G\u00cbT")]
    public void A_method_that_is_none_is_refused(string method) =>
        Assert.Throws<ArgumentException>(() => new LoadRequest("/", Once) { Method = method });

    [Theory]
    [InlineData("", "x")]
    [InlineData("two words", "x")]
    [InlineData("name:", "x")]
    [InlineData("X-Key", "secret\r\nHost: 10.0.0.1")]
    [InlineData("X-Key", "secret\0")]
    [InlineData("X-Key", "secret\u00e4")]
    [InlineData("content-length", "secret")]
    [InlineData("Transfer-Encoding", "secret")]
    [InlineData("Connection", "secret")]
    public void A_header_that_would_change_the_request_is_refused_without_its_value(string name, string value)
    {
        ArgumentException refusal = Assert.Throws<ArgumentException>(() => new LoadRequest("/", Once) { Headers = [new(name, value)] });

        Assert.DoesNotContain("secret", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_rate_outside_its_range_is_refused()
    {
        TimeSpan second = TimeSpan.FromSeconds(1);
        foreach (double rate in new[] { 0, -1, double.NaN, double.PositiveInfinity, 1_000_001 })
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new Arrivals(rate, 1, second));
            Assert.Throws<ArgumentOutOfRangeException>(() => new Arrivals(1, rate, second));
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => Arrivals.AtRate(1, TimeSpan.Zero));
        Assert.Throws<ArgumentOutOfRangeException>(() => Arrivals.AtRate(1, second) with { MaximumInFlight = 0 });
    }
}
