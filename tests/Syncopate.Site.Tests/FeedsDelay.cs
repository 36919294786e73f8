using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

[Collection(typeof(FeedsGroup))]
[Trait("Judges", "behaviour")]
public sealed partial class FeedsDelay(FeedsShared feeds)
{
    private readonly HttpClient _client = feeds.Client;

    // The lower bound is a promise of the service; there is none above it on a busy machine.
    [Theory]
    [InlineData("/sync/emails?delay=120", 120)]
    [InlineData("/async/emails?delay=120", 120)]
    [InlineData("/async/tasks/1?delay=120", 120)]
    [InlineData("/sync/tasks?delay=120&fail=true", 120)]
    [InlineData("/slow/one", FeedsShared.SlowMilliseconds)]
    public async Task An_answer_takes_at_least_its_delay(string address, int milliseconds)
    {
        long begin = Stopwatch.GetTimestamp();
        using HttpResponseMessage response = await _client.GetAsync(address, TestContext.Current.CancellationToken);

        // The runtime's timers count whole milliseconds: the one in which a wait begins counts, too, however little of it is left.
        Assert.InRange(Stopwatch.GetElapsedTime(begin).TotalMilliseconds, milliseconds - 1, double.MaxValue);
    }

    [Theory]
    [InlineData("/sync/emails?delay=50", 50)]
    [InlineData("/async/emails?delay=50", 50)]
    [InlineData("/async/emails?delay=50&fail=true", 50)]
    [InlineData("/nowhere", 0)]
    public async Task An_answer_says_when_it_was_begun_and_how_long_it_took(string address, int milliseconds)
    {
        long before = Stopwatch.GetTimestamp();
        using HttpResponseMessage response = await _client.GetAsync(address, TestContext.Current.CancellationToken);
        long after = Stopwatch.GetTimestamp();

        Match served = Served().Match(Assert.Single(response.Headers.GetValues("Server-Timing")));
        long begun = long.Parse(served.Groups["begun"].ValueSpan, CultureInfo.InvariantCulture);
        double duration = double.Parse(served.Groups["duration"].ValueSpan, CultureInfo.InvariantCulture);
        Assert.InRange(begun, before, after);
        Assert.InRange(duration, milliseconds, Stopwatch.GetElapsedTime(begun, after).TotalMilliseconds);
    }

    [GeneratedRegex("""^served;dur=(?<duration>\d+\.\d{3});desc="(?<begun>\d+)"$""")]
    private static partial Regex Served();
}
