using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

public sealed class ThreadSharesTests
{
    // 13 workers for a second, of which 9 had work: by hand 1.3/13, 2.6/13, 4/13 idle, and the rest.
    [Fact]
    public void The_shares_are_parts_of_the_time_of_all_threads_and_add_up_to_it()
    {
        ThreadShares shares = ThreadShares.Of([Moment().Worked(1.3, 2.6)])!;

        Assert.Equal(0.1, shares.Working, 6);
        Assert.Equal(0.2, shares.WaitingForProcessor, 6);
        Assert.Equal(4.0 / 13, shares.Idle!.Value, 6);
        Assert.Equal(1, shares.Working + shares.WaitingForProcessor + shares.Blocked + shares.Paused + shares.Idle.Value, 9);
    }

    /// <summary>A worker that the pool does not count any more, or not yet, has no work of it: it is not blocked.</summary>
    [Fact]
    public void Threads_of_a_pool_that_counts_none_are_idle()
    {
        WatchSample moment = Moment().Worked(0, 0);
        WatchSample empty = moment with { Samples = [.. moment.Samples.Select(sample => sample with { Threads = 0, InUse = 0 })] };

        Assert.Equal("0% working, 0% waiting for a processor, 0% blocked, 0% paused by the collector, 100% idle",
            ThreadShares.Of([empty])!.Describe());
    }

    // Threads that had 3.9 s although a quarter of the time was paused would have had 5.2.
    [Fact]
    public void A_collection_takes_from_those_that_would_have_run_and_from_nobody_else()
    {
        WatchSample paused = Moment().Worked(1.3, 2.6) with { Runtime = Runtime(0.25) };

        Assert.Equal(1.3 / 13, ThreadShares.Of([paused])!.Paused, 6);
        Assert.Equal(0, ThreadShares.Of([Moment().Worked(0, 0) with { Runtime = Runtime(0.25) }])!.Paused, 6);
    }

    [Fact]
    public void Without_the_agent_idle_threads_are_not_told_from_blocked_ones()
    {
        ThreadShares shares = ThreadShares.Of([Recorded.Moments(Recorded.Pool(13, 40))[0].Worked(1.3, 2.6)])!;

        Assert.Null(shares.Idle);
        Assert.Equal("10% working, 20% waiting for a processor, 70% blocked or idle, 0% paused by the collector", shares.Describe());
    }

    [Fact]
    public void Nothing_is_said_where_the_system_tells_nothing() => Assert.Null(ThreadShares.Of([Moment(), Moment() with { Processors = new ProcessorFigures(2, null, null, 0, 0, 0) }]));

    [Theory]
    [InlineData(0.0, 0.0)]
    [InlineData(4.37, 3.11)]
    [InlineData(1.0 / 3, 1.0 / 7)]
    [InlineData(13.0, 0.0)]
    [InlineData(6.5, 6.5)]
    public void The_percents_that_are_told_add_up_to_100(double working, double waiting)
    {
        string told = ThreadShares.Of([Moment().Worked(working, waiting) with { Runtime = Runtime(0.033) }])!.Describe();

        Assert.Equal(100, Regex.Matches(told, @"(\d+)%").Sum(match => int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)));
    }

    private static WatchSample Moment() => Recorded.Moments(Recorded.Pool(13, 40))[0].Sampled(9, 41);

    private static RuntimeFigures Runtime(double pauseShare) => new()
    {
        LockContentionsPerSecond = 0,
        Timers = 0,
        ExceptionsPerSecond = 0,
        AllocatedBytesPerSecond = 0,
        HeapBytes = 0,
        MemoryBytes = 0,
        Gen0Collections = 0,
        Gen1Collections = 0,
        Gen2Collections = 0,
        PauseShare = pauseShare,
    };
}
