using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>A pool whose threads stand until nothing is left in its queue: what they wait for was in it.</summary>
public sealed class PoolReliefTests
{
    private const long Second = 1_000_000_000;

    /// <summary>As seen of 38 users of Task.Delay(392).Wait(): four threads more a second, and no item done until all had one.</summary>
    [Fact]
    public void What_goes_on_when_the_queue_is_empty_waited_for_the_queue()
    {
        PoolRelief? relief = PoolRelief.Of(Samples(queue => queue > 1 ? 0 : 5));

        Assert.Equal((15, 37, 0, 50), (relief?.FromThreads, relief?.ToThreads, relief?.PerSecond, relief?.PerSecondAfter));
        Assert.InRange(relief!.Seconds, 5, 6);
    }

    /// <summary>As seen where the bodies of parallel loops end meanwhile.</summary>
    [Fact]
    public void A_few_that_are_completed_meanwhile_do_not_hide_it()
    {
        Assert.NotNull(PoolRelief.Of(Samples(queue => queue > 1 ? queue % 3 == 0 ? 1 : 0 : 5)));
        Assert.Null(PoolRelief.Of(Samples(queue => queue > 1 ? 2 : 5)));
    }

    [Fact]
    public void What_goes_on_while_work_still_waits_was_held_by_something_else()
    {
        Assert.Null(PoolRelief.Of(Samples(queue => queue > 10 ? 0 : 5)));
        Assert.Null(PoolRelief.Of(Samples(queue => queue % 2 == 0 ? 1 : 0)));
    }

    /// <summary>As seen of 42 users of Task.Delay(230).Wait(): 3 were left in the queue when all went on at once, and a tenth of a second
    /// later those that came next stood in it.</summary>
    [Theory]
    [InlineData(3, true)]
    [InlineData(12, false)]
    public void All_that_goes_on_between_two_samples_waited_for_the_last_of_the_queue(int left, bool isTold)
    {
        PoolSample[] before = [.. Samples(queue => queue % 3 == 0 ? 1 : 0).TakeWhile(sample => sample.QueueLength >= left)];
        PoolSample last = before[^1];
        PoolSample[] after = [.. Enumerable.Range(1, 10).Select(i => last with
        {
            AtNanoseconds = last.AtNanoseconds + i * Second / 10,
            InUse = 4,
            QueueLength = 25,
            CompletedItems = last.CompletedItems + 59 + 2 * i,
        })];

        PoolRelief? relief = PoolRelief.Of([.. before, .. after]);

        Assert.Equal(isTold, relief is not null);
        Assert.True(relief is null || relief.ToThreads == last.InUse);
    }

    [Fact]
    public void What_never_goes_on_or_has_no_queue_tells_nothing()
    {
        Assert.Null(PoolRelief.Of([]));
        Assert.Null(PoolRelief.Of(Samples(_ => 0)));
        Assert.Null(PoolRelief.Of([.. Samples(queue => queue > 1 ? 0 : 5).Select(sample => sample with { QueueLength = 1 })]));
        Assert.Null(PoolRelief.Of([.. Samples(queue => queue > 1 ? 0 : 5).Select(sample => sample with { InUse = 38 })]));
    }

    /// <summary>Nobody knows what happened where a watch was silent.</summary>
    [Fact]
    public void Samples_that_are_seconds_apart_are_no_time_in_which_nothing_was_completed() => Assert.Null(
        PoolRelief.Of(
            [.. Samples(queue => queue > 1 ? 0 : 5).Select(sample => sample with { AtNanoseconds = 30 * sample.AtNanoseconds })]));

    /// <summary>As seen of 38 users of Task.Delay(202).Wait(): nothing for 4.8 s, then all at once, and work waited again.</summary>
    [Theory]
    [InlineData("Orders.Pay", true)]
    [InlineData("Orders.Ship", false)]
    public void What_was_seen_of_the_same_waits_before_is_told_of_those_that_starve_now(string place, bool isTold)
    {
        ILookup<long, PoolSample> samples = Samples(queue => queue > 1 ? 0 : 5).ToLookup(sample => sample.AtNanoseconds / Second);
        WatchSample[] moments =
        [
            .. Recorded.Moments([.. Enumerable.Range(0, 11).Select(second => Recorded.Pool(15, second is 7 or 8 ? 0 : 12))])
                .Select((moment, second) => moment with { Samples = [.. samples[second]] }),
        ];
        BlockedSites now = Recorded.Sites((BlockingKind.TaskWait, 11000, 400));

        StarvationVerdict verdict = StarvationVerdict.OfLooks(
            moments, [new WatchSites(2 * Second, now.WithFirst(site => site with { Place = place })), new WatchSites(10 * Second, now)]);

        Assert.Equal((StarvationCause.CompensatedWaits, isTold), (verdict.Cause, verdict.Relief is not null));
        Assert.Equal(isTold, verdict.Sentence.Contains("so that more threads, or await in their place, help", StringComparison.Ordinal));
    }

    // Ten a second, for eight seconds; 38 callers of whom each has a thread or waits for one.
    private static PoolSample[] Samples(Func<int, int> completes)
    {
        List<PoolSample> samples = [];
        long completed = 45;
        for (int i = 0; i < 80; i++)
        {
            int inUse = Math.Min(38, 15 + 4 * i / 10);
            samples.Add(new PoolSample(i * Second / 10, inUse, inUse, 1000, 0, 38 - inUse, completed));
            completed += completes(38 - inUse);
        }

        return [.. samples];
    }
}
