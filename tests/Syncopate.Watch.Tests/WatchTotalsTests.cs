using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Totals of a watch are what the counters said, however long the moments were in which they came: on a busy
/// machine a moment of a second may bring the counters of 0.4 or of 2.5.</summary>
public sealed class WatchTotalsTests
{
    private const string Runtime = "System.Runtime";
    private const string Server = "Microsoft.AspNetCore.Hosting";

    private static readonly string[] Counters =
    [
        "monitor-lock-contention-count", "threadpool-completed-items-count", "alloc-rate", "exception-count", "total-pause-time-by-gc",
    ];

    [Theory]
    [InlineData(0.4)]
    [InlineData(1.0)]
    [InlineData(2.5)]
    public void Totals_equal_what_was_counted_whatever_time_it_was_counted_over(double seconds)
    {
        WatchTally tally = new(1);
        Tell(tally, seconds, 40);

        WatchSummary summary = WatchSummary.Of([Moment(tally, 0)]);

        Assert.Equal((40.0, 40.0), (summary.Exceptions, summary.LockContentions));
    }

    [Fact]
    public void Means_are_what_was_counted_over_the_time_it_was_counted_in()
    {
        WatchTally tally = new(1);
        Tell(tally, 0.5, 90);
        WatchSample first = Moment(tally, 0);
        Tell(tally, 1.5, 10);

        WatchSummary summary = WatchSummary.Of([first, Moment(tally, 1)]);

        Assert.Equal(50, summary.CompletedPerSecond!.Value, 9);
        Assert.Equal(50, summary.AllocatedBytesPerSecond!.Value, 9);
        Assert.Equal(50, summary.RequestsPerSecond!.Value, 9);
        Assert.Equal(0.05, summary.PauseShare!.Value, 9);
    }

    // What came after the cut had been lost: a moment without the first counters of a period was silent.
    [Fact]
    public void A_moment_that_ends_within_a_period_leaves_all_of_it_to_the_next()
    {
        WatchTally tally = new(1);
        Tell(tally, 1, 7);
        Add(tally, Runtime, "threadpool-completed-items-count", 5, 1);
        WatchSample before = Moment(tally, 0);
        Add(tally, Runtime, "alloc-rate", 5, 1);
        Add(tally, Runtime, "exception-count", 5, 1);
        tally.Add(Runtime, new Dictionary<string, object> { ["Name"] = "methods-jitted-count", ["Mean"] = 0.0 });
        WatchSample after = Moment(tally, 1);

        Assert.Equal((7.0, 7.0), (before.Pool?.CompletedPerSecond, before.Runtime?.ExceptionsPerSecond));
        Assert.Equal((5.0, 5.0), (after.Pool?.CompletedPerSecond, after.Runtime?.ExceptionsPerSecond));
        Assert.Equal(12, WatchSummary.Of([before, after]).Exceptions);
    }

    /// <summary>One period of the runtime and of its server, in which so much of everything was counted.</summary>
    private static void Tell(WatchTally tally, double seconds, double counted)
    {
        Add(tally, Server, "requests-per-second", counted, seconds);
        foreach (string name in Counters)
            Add(tally, Runtime, name, counted, seconds);
        tally.Add(Runtime, new Dictionary<string, object> { ["Name"] = "methods-jitted-count", ["Mean"] = 0.0 });
    }

    private static void Add(WatchTally tally, string provider, string name, double increment, double seconds) => tally.Add(
        provider, new Dictionary<string, object> { ["Name"] = name, ["Increment"] = increment, ["IntervalSec"] = seconds });

    /// <summary>What was reported so far, in a moment of one second.</summary>
    private static WatchSample Moment(WatchTally tally, int second)
    {
        CounterSnapshot snapshot = tally.Take();
        WatchSample[] moments = Recorded.Moments([.. Enumerable.Repeat(snapshot.Pool(null, null), second + 1)]);
        return moments[second] with { Runtime = snapshot.Runtime(), Server = snapshot.Server() };
    }
}
