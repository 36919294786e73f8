using Syncopate.Watch.Probes;
using Xunit;

namespace Syncopate.Watch.Tests;

public sealed class ProbeTriggerTests
{
    [Fact]
    public void A_queue_is_looked_into_at_its_second_moment() =>
        Assert.Equal([false, false, true, false], Due(Recorded.Moments(Recorded.Pool(3, 0), Recorded.Pool(3, 5), Recorded.Pool(3, 5), Recorded.Pool(3, 5))));

    [Fact]
    public void A_queue_that_comes_and_goes_is_not_looked_into() =>
        Assert.Equal([false, false, false], Due(Recorded.Moments(Recorded.Pool(3, 5), Recorded.Pool(3, 0), Recorded.Pool(3, 5))));

    [Fact]
    public void Silence_does_not_end_a_queue() => Assert.Equal([false, false, true], Due(Recorded.Moments(Recorded.Pool(3, 5), null, Recorded.Pool(3, 5))));

    [Theory]
    [InlineData(AdjustmentReason.CooperativeBlocking, true)]
    [InlineData(AdjustmentReason.Starvation, true)]
    [InlineData(AdjustmentReason.ClimbingMove, false)]
    [InlineData(AdjustmentReason.Warmup, false)]
    public void Threads_added_because_others_block_are_looked_into_at_once(Enum reason, bool isDue)
    {
        WatchSample[] moments = Recorded.Moments(Recorded.Pool(3, 0));

        Assert.Equal([isDue], Due([moments[0].With((AdjustmentReason)reason)]));
    }

    [Fact]
    public void Fewer_threads_in_use_while_work_waits_are_looked_into_at_once()
    {
        Assert.Equal([false, true], Due(Recorded.Moments(Recorded.Pool(13, 0, inUse: 13), Recorded.Pool(13, 5, inUse: 4))));
        Assert.Equal([false, false], Due(Recorded.Moments(Recorded.Pool(13, 0, inUse: 13), Recorded.Pool(13, 0, inUse: 4))));
    }

    [Fact]
    public void Looks_begin_ten_seconds_apart_at_least()
    {
        bool[] due = Due(Recorded.Moments([.. Enumerable.Repeat(Recorded.Pool(3, 5), 25)]));

        Assert.Equal([1, 11, 21], due.Index().Where(moment => moment.Item).Select(moment => moment.Index));
    }

    // Of a process that starved for 2 s, recovered and starved again for 5 s, nothing was known but the first: it had been looked at then.
    [Fact]
    public void Work_that_waits_anew_is_looked_into_before_its_time_and_looks_are_ten_seconds_apart_on_average()
    {
        bool[] due = Due(Recorded.Moments([.. Enumerable.Range(0, 40).Select(second => Recorded.Pool(3, second % 5 == 2 ? 0 : 5))]));

        Assert.Equal([1, 5, 15, 25, 35], due.Index().Where(moment => moment.Item).Select(moment => moment.Index));
    }

    private static bool[] Due(WatchSample[] moments)
    {
        ProbeTrigger trigger = new();
        return [.. moments.Select(trigger.IsDue)];
    }
}
