using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>On series as they were recorded on a machine with two processors: 50 callers, each of whose calls blocks
/// for 200 ms or for a second. What the processors did: <see cref="ComputingVerdictTests"/>; locks:
/// <see cref="ContentionVerdictTests"/>.</summary>
[Trait("Judges", "behaviour")]
public sealed class StarvationVerdictTests
{
    // Thread.Sleep(200): 46 per second of the possible 250, forever.
    private static WatchSample[] Trap() =>
    [
        .. Recorded.Moments(Recorded.Pool(3, 0, completed: 40), Recorded.Pool(11, 40), Recorded.Pool(11, 41), Recorded.Pool(2, 48), Recorded.Pool(13, 40))
            .Select((moment, second) => second == 0 ? moment : moment.Sampled(9, 41)),
    ];

    // As seen of 29 callers who were answered together: the queue of 30 was empty at the end of two seconds, and for a tenth in them.
    [Theory]
    [InlineData(4, true)]
    [InlineData(5, false)]
    public void A_queue_that_is_empty_for_a_while_in_a_moment_has_not_ended(int empty, bool goesOn)
    {
        WatchSample[] moments = [.. Recorded.Moments(Recorded.Pool(9, 0), Recorded.Pool(9, 40), Recorded.Pool(9, 0), Recorded.Pool(9, 40))];
        moments[2] = moments[2].Sampled(9, 41);
        PoolSample[] samples = [.. moments[2].Samples.Select((sample, i) => i < empty ? sample with { QueueLength = 0 } : sample)];
        moments[2] = moments[2] with { Samples = samples };

        Assert.Equal(goesOn ? 3 : null, StarvationVerdict.Of(moments, null).ForSeconds);
    }

    [Fact]
    public void A_pool_without_a_queue_is_not_starving()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Recorded.Moments(Recorded.Pool(11, 40), Recorded.Pool(11, 0)), Recorded.Sites((BlockingKind.Sleep, 9000, 200)));

        Assert.False(verdict.IsStarving);
        Assert.Equal(StarvationCause.None, verdict.Cause);
        Assert.Null(verdict.ForSeconds);
        Assert.Null(verdict.ConvertFirst);
        Assert.Null(verdict.Gain);
    }

    [Fact]
    public void Nothing_seen_is_no_starvation() => Assert.False(StarvationVerdict.Of([], null).IsStarving);

    [Fact]
    public void A_queue_of_one_moment_is_no_starvation() =>
        Assert.False(StarvationVerdict.Of(Recorded.Moments(Recorded.Pool(11, 0), Recorded.Pool(11, 40)), null).IsStarving);

    [Fact]
    public void It_is_told_since_when_and_silence_does_not_end_it()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Recorded.Moments(Recorded.Pool(3, 0), Recorded.Pool(3, 9), null, null, Recorded.Pool(3, 9)), null);

        Assert.True(verdict.IsStarving);
        Assert.Equal(4, verdict.ForSeconds);
    }

    [Fact]
    public void The_trap_of_short_blocking_calls_is_named_with_its_swing()
    {
        WatchSample[] moments = Trap();
        moments[2] = moments[2].With(AdjustmentReason.ClimbingMove, 2);

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 9000, 201)));

        Assert.Equal(StarvationCause.ShortWaits, verdict.Cause);
        Assert.Equal("Orders.Pay", verdict.ConvertFirst?.Place);
        Assert.Equal(
            "Starving for 4 s: 41 work items wait for a thread. 9 of 9 busy threads are blocked in Thread.Sleep called by Orders.Pay (Orders.cs:12). Short blocking calls: at least one item leaves the "
            + "queue every half second, so the pool does not detect starvation, and hill climbing swings the number of threads between 2 and 13 while the queue does not drain. "
            + "With 50 threads, one per item known to be in flight, up to about 256 work items per second could complete "
            + "instead of 46, provided as much work arrives and what it waits for keeps up; await in their place needs none of them.",
            verdict.Sentence);
    }

    // Measured with 50 threads: 250 per second.
    [Fact]
    public void The_gain_is_that_of_as_many_in_flight_without_a_queue()
    {
        StarvationGain? gain = StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.Sleep, 6750, 201), (BlockingKind.Socket, 2250, 100))).Gain;

        Assert.NotNull(gain);
        Assert.Equal(50, gain.ThreadsNeeded, 6);
        Assert.Equal(12.5, gain.ThreadsNeededAfter, 6);
        Assert.InRange(gain.PossiblePerSecond, 225, 275);
        Assert.InRange(gain.BusyMilliseconds, 190, 210);
    }

    // Measured on Unix: 60 threads looked names up 120 times a second, await 3 times.
    [Fact]
    public void Of_lookups_of_names_await_is_not_promised_to_need_no_thread()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Socket, 9000, 300)).WithFirst(site =>
            site with { Call = "Dns.GetHostAddresses", Frames = ["System.Net.Dns.GetHostAddresses", "Orders.Pay"] });

        StarvationVerdict verdict = StarvationVerdict.Of(Trap(), sites);

        Assert.NotNull(verdict.Gain);
        Assert.DoesNotContain("await in their place needs none", verdict.Sentence, StringComparison.Ordinal);
        Assert.Contains(
            "await gains less, since on Unix it takes a thread of this pool too to look a name up.",
            verdict.Sentence,
            StringComparison.Ordinal);
        Assert.Contains("Keep what Dns answers", verdict.Sentence, StringComparison.Ordinal);
    }

    // Seen: 7.9 threads told as enough for a timer of 100 ms whose callback sleeps 2 s, and 21 needed.
    [Fact]
    public void Ticks_of_a_timer_are_no_callers_from_whom_a_gain_could_be_computed()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 9000, 300)).WithFirst(site =>
            site with { Frames = ["System.Threading.Thread.Sleep", "Clock.Tick", "System.Threading.TimerQueueTimer.Fire"] });

        StarvationVerdict verdict = StarvationVerdict.Of(Trap(), sites);

        Assert.Null(verdict.Gain);
        Assert.EndsWith(
            "how much would begin with enough threads, or with await, is not seen.", verdict.Sentence, StringComparison.Ordinal);
    }

    // Seen: "14 of 21 busy threads" where all 14 that were in use in that second stood there.
    [Fact]
    public void Threads_seen_by_a_look_are_a_part_of_those_in_use_in_its_own_second()
    {
        WatchSample[] moments = [.. Recorded.Moments([.. Enumerable.Repeat(Recorded.Pool(40, 20), 4)])
            .Select((moment, second) => moment.Sampled(second == 1 ? 9 : 40, 20))];
        WatchSites look = WatchSites.Begun(1_000_000_000, Recorded.Sites((BlockingKind.Sleep, 9000, 300)));

        StarvationVerdict verdict = StarvationVerdict.OfLooks(moments, [look]);

        Assert.Contains("9 of 9 busy threads are blocked in Thread.Sleep", verdict.Sentence, StringComparison.Ordinal);
        Assert.NotEqual(StarvationCause.Unseen, verdict.Cause);
        Assert.Equal((3 * 40 + 9) / 4.0 + 20, verdict.Gain?.ThreadsNeeded);
    }

    [Fact]
    public void Waits_for_tasks_are_those_that_the_pool_compensates()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.TaskWait, 6000, 200), (BlockingKind.Sleep, 3000, 200)));

        Assert.Equal(StarvationCause.CompensatedWaits, verdict.Cause);
        Assert.Contains("Task.Wait called by Orders.Pay", verdict.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void Long_waits_of_which_the_pool_is_not_told_are_not_the_trap()
    {
        Assert.Equal(StarvationCause.UncompensatedWaits, StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.Socket, 9000, 980))).Cause);
        WatchSample[] moments = Trap();
        moments[3] = moments[3].With(AdjustmentReason.Starvation);
        Assert.Equal(StarvationCause.UncompensatedWaits, StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 9000, 200))).Cause);
    }

    // Work items that sleep for 200 ms, one after the other: a thread was seen to sleep for 802 ms.
    [Theory]
    [InlineData(true, null, StarvationCause.ShortWaits)]
    [InlineData(true, "GET /orders", StarvationCause.UncompensatedWaits)] // Samples of two requests are two waits.
    [InlineData(false, null, StarvationCause.UncompensatedWaits)]
    public void Waits_on_end_that_samples_take_for_one_are_no_long_one(bool isSampled, string? route, Enum cause)
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 9000, 802))
            .WithFirst(site => site with { IsSampled = isSampled, Route = route });

        Assert.Equal((StarvationCause)cause, StarvationVerdict.Of(Trap(), sites).Cause);
    }

    // A hundred threads that sleep for 3 s each, of which one or another is always done.
    [Fact]
    public void Long_waits_that_are_only_sampled_are_no_short_ones_where_few_items_are_completed()
    {
        WatchSample[] moments = [.. Recorded.Moments([.. Enumerable.Repeat(Recorded.Pool(100, 40, completed: 33), 5)])
            .Select(moment => moment.Sampled(100, 40))];
        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 90_000, 3000)).WithFirst(site => site with { IsSampled = true });

        Assert.Equal(StarvationCause.UncompensatedWaits, StarvationVerdict.Of(moments, sites).Cause);
    }

    [Theory]
    [InlineData(AdjustmentReason.CooperativeBlocking, StarvationCause.CompensatedWaits)]
    [InlineData(AdjustmentReason.Starvation, StarvationCause.UncompensatedWaits)]
    [InlineData(AdjustmentReason.ClimbingMove, StarvationCause.ShortWaits)]
    [InlineData(AdjustmentReason.Warmup, StarvationCause.Unseen)]
    public void Without_a_look_at_the_threads_the_pools_own_decisions_tell(Enum reason, Enum cause)
    {
        WatchSample[] moments = Trap();
        moments[2] = moments[2].With((AdjustmentReason)reason);

        Assert.Equal((StarvationCause)cause, StarvationVerdict.Of(moments, null).Cause);
    }

    [Fact]
    public void Places_that_hold_few_of_the_busy_threads_do_not_explain_the_queue_and_are_told_all_the_same()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.Sleep, 500, 200)));

        Assert.Equal(StarvationCause.Unseen, verdict.Cause);
        Assert.Contains("When sampled, only 0.5 of 9 busy threads were blocked, most in Thread.Sleep called by Orders.Pay (Orders.cs:12): that does not explain it.", verdict.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_look_that_found_nothing_blocked_never_asks_for_another_look()
    {
        string sentence = StarvationVerdict.Of(Trap(), Recorded.Sites()).Sentence;

        Assert.EndsWith("When sampled, none of its threads was in a call that is known to block: they were working, or in native code.", sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void Nobody_who_has_not_looked_says_what_was_seen() =>
        Assert.EndsWith("Blocked threads have not been sampled yet.", StarvationVerdict.Of(Trap(), null).Sentence, StringComparison.Ordinal);

    [Fact]
    public void A_pool_that_has_all_the_threads_it_may_have_is_told_its_limit()
    {
        WatchSample[] moments = [.. Trap().Select(moment => moment with { Pool = moment.Pool! with { Maximum = 8, InUse = 8 } })];

        string sentence = StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.TaskWait, 8000, 200))).Sentence;

        Assert.Contains("All 8 threads that the pool may have are in use (ThreadPool.SetMaxThreads): it adds none, whatever waits.", sentence, StringComparison.Ordinal);
        Assert.DoesNotContain("adds about four threads per second", sentence, StringComparison.Ordinal);
        Assert.EndsWith(
            "wait in the same queue, and while all threads are blocked like that none of them can.", sentence, StringComparison.Ordinal);
    }

    // Measured with all of 8 threads in Task.Result: "12 per second" of the possible 200, since each Task waited for a thread itself.
    [Fact]
    public void No_gain_is_told_where_Tasks_are_waited_for_that_may_wait_for_a_thread_themselves()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Trap(), Recorded.Sites((BlockingKind.TaskWait, 9000, 200)));

        Assert.Null(verdict.Gain);
        Assert.EndsWith("With await in their place the wait holds no thread. How much that gains is not known: Tasks that need a thread of this pool to complete wait in the same queue.", verdict.Sentence, StringComparison.Ordinal);
    }

    // Little's law says nothing of what is on its way in, or drains: 50 items that were queued at once would else
    // "complete 3,550 per second".
    [Theory]
    [InlineData(300, 200, 100, 20)]
    [InlineData(20, 100, 200, 300)]
    public void No_gain_is_told_while_what_is_in_flight_grows_or_shrinks(params int[] queues)
    {
        WatchSample[] moments = [.. Recorded.Moments([.. queues.Select(queue => Recorded.Pool(11, queue))]).Select((moment, i) => moment.Sampled(4, queues[i]))];

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 4000, 200)));

        Assert.True(verdict.IsStarving);
        Assert.Null(verdict.Gain);
        Assert.DoesNotContain("could complete instead of", verdict.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_backlog_of_a_thousand_items_is_no_reason_for_a_thousand_threads()
    {
        WatchSample[] moments = [.. Trap().Select(moment => moment.Sampled(9, 1000))];

        Assert.Null(StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 9000, 200))).Gain);
    }

    [Theory]
    [InlineData(BlockingKind.File)]
    [InlineData(BlockingKind.Data)]
    public void No_gain_is_told_where_what_is_waited_for_is_not_known_to_scale(Enum kind)
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Trap(), Recorded.Sites(((BlockingKind)kind, 9000, 200)));

        Assert.Null(verdict.Gain);
        Assert.EndsWith("Whether more threads would help depends on what they wait for there, which is not seen.", verdict.Sentence, StringComparison.Ordinal);
    }
}
