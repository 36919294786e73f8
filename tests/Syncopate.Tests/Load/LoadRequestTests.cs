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
    public void Each_range_has_its_ends()
    {
        LoadRequest request = new("/", Once);
        TimeSpan tick = TimeSpan.FromTicks(1);
        TimeSpan hour = TimeSpan.FromHours(1);
        TimeSpan shortest = TimeSpan.FromMilliseconds(10);

        Assert.Equal(TimeSpan.Zero, (request with { ThinkTime = TimeSpan.Zero }).ThinkTime);
        Assert.Equal(hour, (request with { ThinkTime = hour }).ThinkTime);
        Assert.Throws<ArgumentOutOfRangeException>(() => request with { ThinkTime = -tick });
        Assert.Throws<ArgumentOutOfRangeException>(() => request with { ThinkTime = hour + tick });
        Assert.Equal(shortest, (request with { IntervalLength = shortest }).IntervalLength);
        Assert.Equal(hour, (request with { IntervalLength = hour }).IntervalLength);
        Assert.Throws<ArgumentOutOfRangeException>(() => request with { IntervalLength = shortest - tick });
        Assert.Throws<ArgumentOutOfRangeException>(() => request with { IntervalLength = hour + tick });
        Assert.Equal(TimeSpan.Zero, (request with { Discard = TimeSpan.Zero }).Discard);
        Assert.Equal(0, (request with { MaximumTraces = 0 }).MaximumTraces);
        Assert.Equal(10_000, (request with { MaximumTraces = 10_000 }).MaximumTraces);
    }

    [Fact]
    public void What_is_not_asked_for_is_as_documented()
    {
        LoadRequest request = new("/", Once);

        Assert.Equal(("GET", 0), (request.Method, request.Body.Length));
        Assert.Equal((true, false), (request.KeepsConnections, request.FollowsRedirects));
        Assert.Equal(TimeSpan.FromSeconds(1), request.IntervalLength);
        Assert.Equal((TimeSpan.Zero, TimeSpan.Zero), (request.ThinkTime, request.Discard));
        Assert.Same(ExpectedStatuses.Success, request.Expected);
        Assert.Empty(request.Headers);
        Assert.Null(request.Scenario);
        Assert.Equal(10, LoadRequest.MostRedirects);
    }

    /// <summary>The first and the last visible letter of ASCII, and what a header may have beside them.</summary>
    [Fact]
    public void The_ends_of_ASCII_are_sent()
    {
        KeyValuePair<string, string> header = new("!~", " ~\t");

        Assert.Equal("/!~", new LoadRequest("/!~", Once).Path);
        Assert.Equal(header, Assert.Single(new LoadRequest("/", Once) { Headers = [header] }.Headers));
        Assert.Throws<ArgumentException>(() => new LoadRequest("/\u007f", Once));
        Assert.Throws<ArgumentException>(() => new LoadRequest("/", Once) { Headers = [new("a", "\u007f")] });
        Assert.Throws<ArgumentException>(() => new LoadRequest("/", Once) { Headers = [new("\u007f", "a")] });
    }

    [Theory]
    [InlineData("/a b", "/a%20b")]
    [InlineData("/!~#", "/!~%23")]
    [InlineData("/\u00e9\ud83d\ude00", "/%C3%A9%F0%9F%98%80")]
    [InlineData("/%2e", "/%2e")]
    public void Only_what_a_request_line_cannot_hold_is_escaped(string path, string escaped) =>
        Assert.Equal(escaped, LoadRequest.Escape(path));

    [Theory]
    [InlineData("GET", true)]
    [InlineData("HEAD", true)]
    [InlineData("PUT", true)]
    [InlineData("DELETE", true)]
    [InlineData("OPTIONS", true)]
    [InlineData("TRACE", true)]
    [InlineData("POST", false)]
    [InlineData("PATCH", false)]
    [InlineData("get", false)]
    public void A_request_is_sent_once_more_only_where_that_does_no_more(string method, bool mayBeRepeated) =>
        Assert.Equal(mayBeRepeated, new LoadRequest("/", Once) { Method = method }.MayBeRepeated);

    [Fact]
    public void A_request_has_one_traceparent()
    {
        LoadRequest traced = new("/", Once) { TraceParents = new TraceParents(1) };
        LoadRequest own = new("/", Once) { Headers = [new("TraceParent", "x")] };
        LoadScenario steps = new([new LoadStep("/") { Headers = [new("traceparent", "x")] }]);

        Assert.Throws<ArgumentException>(() => traced with { Headers = [new("Traceparent", "x")] });
        Assert.Throws<ArgumentException>(() => own with { TraceParents = new TraceParents(1) });
        Assert.Throws<ArgumentException>(() => new LoadRequest(steps, Once) { TraceParents = new TraceParents(1) });
        Assert.Single((traced with { Headers = [new("X-Other", "x")] }).Headers);
        Assert.Null((own with { TraceParents = null }).TraceParents);
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
