using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>On series as they were recorded on a machine with two processors: 50 callers, each of whose calls blocks for 200 ms or for a second.</summary>
public sealed class StarvationVerdictTests
{
    private const int Processors = 2;

    // Thread.Sleep(200): 46 a second of the possible 250, for ever.
    private static WatchMoment[] Trap() =>
    [
        .. Recorded.Moments(Recorded.Pool(3, 0, completed: 40), Recorded.Pool(11, 40), Recorded.Pool(11, 41), Recorded.Pool(2, 48), Recorded.Pool(13, 40))
            .Select(moment => moment.Sampled(9, 41)),
    ];

    [Fact]
    public void A_pool_without_a_queue_is_not_starving()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Recorded.Moments(Recorded.Pool(11, 40), Recorded.Pool(11, 0)), Recorded.Sites((BlockingKind.Sleep, 9000, 200)), Processors);

        Assert.False(verdict.IsStarving);
        Assert.Equal(StarvationCause.None, verdict.Cause);
        Assert.Null(verdict.ForSeconds);
        Assert.Null(verdict.ConvertFirst);
        Assert.Null(verdict.Gain);
    }

    [Fact]
    public void Nothing_seen_is_no_starvation() => Assert.False(StarvationVerdict.Of([], null, Processors).IsStarving);

    [Fact]
    public void A_queue_of_one_moment_is_no_starvation() =>
        Assert.False(StarvationVerdict.Of(Recorded.Moments(Recorded.Pool(11, 0), Recorded.Pool(11, 40)), null, Processors).IsStarving);

    [Fact]
    public void It_is_told_since_when_and_silence_does_not_end_it()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Recorded.Moments(Recorded.Pool(3, 0), Recorded.Pool(3, 9), null, null, Recorded.Pool(3, 9)), null, Processors);

        Assert.True(verdict.IsStarving);
        Assert.Equal(4, verdict.ForSeconds);
    }

    [Fact]
    public void The_trap_of_short_blocking_calls_is_named_with_its_swing()
    {
        WatchMoment[] moments = Trap();
        moments[2] = moments[2].With(AdjustmentReason.ClimbingMove, 2);

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 9000, 201)), Processors);

        Assert.Equal(StarvationCause.ShortWaits, verdict.Cause);
        Assert.Equal("Orders.Pay", verdict.ConvertFirst?.Place);
        Assert.Equal(
            "Starving for 4 s: 41 work items wait for a thread. 9 of 9 busy threads stand in Thread.Sleep called by Orders.Pay (Orders.cs:12). This is the trap of short blocking calls: in each half second "
            + "something leaves the queue, so the pool never takes it for starvation, and hill climbing swings the number of threads between 2 and 13 while the queue stands. "
            + "50 threads, or await in their place, would complete about 256 a second instead of 46.",
            verdict.Sentence);
    }

    // Measured with 50 threads: 250 a second.
    [Fact]
    public void The_gain_is_that_of_as_many_in_flight_without_a_queue()
    {
        StarvationGain? gain = StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.Sleep, 6750, 201), (BlockingKind.Lock, 2250, 100)), Processors).Gain;

        Assert.NotNull(gain);
        Assert.Equal(50, gain.ThreadsNeeded, 6);
        Assert.Equal(12.5, gain.ThreadsNeededAfter, 6);
        Assert.InRange(gain.PossiblePerSecond, 225, 275);
        Assert.InRange(gain.BusyMilliseconds, 190, 210);
    }

    [Fact]
    public void Waits_for_tasks_are_those_that_the_pool_compensates()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.TaskWait, 6000, 200), (BlockingKind.Sleep, 3000, 200)), Processors);

        Assert.Equal(StarvationCause.CompensatedWaits, verdict.Cause);
        Assert.Contains("Task.Wait called by Orders.Pay", verdict.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void Long_waits_of_which_the_pool_is_not_told_are_not_the_trap()
    {
        Assert.Equal(StarvationCause.UncompensatedWaits, StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.Socket, 9000, 980)), Processors).Cause);
        WatchMoment[] moments = Trap();
        moments[3] = moments[3].With(AdjustmentReason.Starvation);
        Assert.Equal(StarvationCause.UncompensatedWaits, StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 9000, 200)), Processors).Cause);
    }

    [Theory]
    [InlineData(AdjustmentReason.CooperativeBlocking, StarvationCause.CompensatedWaits)]
    [InlineData(AdjustmentReason.Starvation, StarvationCause.UncompensatedWaits)]
    [InlineData(AdjustmentReason.ClimbingMove, StarvationCause.ShortWaits)]
    [InlineData(AdjustmentReason.Warmup, StarvationCause.Unseen)]
    public void Without_a_look_at_the_threads_the_pools_own_decisions_tell(AdjustmentReason reason, StarvationCause cause)
    {
        WatchMoment[] moments = Trap();
        moments[2] = moments[2].With(reason);

        Assert.Equal(cause, StarvationVerdict.Of(moments, null, Processors).Cause);
    }

    [Fact]
    public void Busy_processors_are_no_matter_of_threads()
    {
        WatchMoment[] moments = [.. Trap().Select(moment => moment with { CpuNanoseconds = 1_950_000_000 })];

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 9000, 201)), Processors);

        Assert.Equal(StarvationCause.Processors, verdict.Cause);
        Assert.Null(verdict.Gain);
    }

    [Fact]
    public void Places_that_hold_few_of_the_busy_threads_do_not_explain_the_queue() =>
        Assert.Equal(StarvationCause.Unseen, StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.Sleep, 500, 200)), Processors).Cause);
}
