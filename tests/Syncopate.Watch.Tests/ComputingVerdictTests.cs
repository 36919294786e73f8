using Syncopate.Watch.Probes;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>A queue before threads that compute, or are ready to and wait for a processor, is no starvation, whatever
/// share of the machine the process gets.</summary>
[Trait("Judges", "behaviour")]
public sealed class ComputingVerdictTests
{
    private static WatchSample[] Queued(double working, double waiting, double allowed = 2, double? throttled = null) =>
    [
        .. Recorded.Moments(Recorded.Pool(13, 40), Recorded.Pool(13, 41), Recorded.Pool(13, 42))
            .Select(moment => moment.Sampled(13, 41).Worked(working, waiting, allowed, throttled)
                with { CpuNanoseconds = (long)(Math.Min(working, allowed) * 1e9) }),
    ];

    // Parallel.For over Thread.Sleep: 15 to 51 per second, and 448 with 60 threads. Nothing computes there.
    [Fact]
    public void A_parallel_loop_whose_bodies_wait_computes_nothing()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 7000, 30), (BlockingKind.Signal, 3000, 60));
        BlockedSites loops = sites with { Sites = [sites.Sites[0], sites.Sites[1] with { Call = "Parallel.For" }] };

        StarvationVerdict verdict = StarvationVerdict.Of(Queued(0.05, 0.06), loops);

        Assert.Equal((StarvationCause.ShortWaits, true), (verdict.Cause, verdict.IsStarving));
        Assert.DoesNotContain("would not help", verdict.Sentence, StringComparison.Ordinal);
        Assert.EndsWith(
            "Others wait for parallel loops whose bodies wait so: Parallel.ForEachAsync awaits in a body, where await alone would leave the "
                + "loop before its work is done. With more threads, or with that, more would complete: how much is not known, since "
                + "items of a parallel loop are not callers.",
            verdict.Sentence,
            StringComparison.Ordinal);
        Assert.Null(verdict.Gain);
    }

    // Thread.Sleep in Parallel.For, seen where all stood in bodies: "at most 6.4 times as much", and 36 threads did 13.9 times as much.
    [Fact]
    public void The_body_of_a_parallel_loop_tells_nothing_of_how_much_is_in_flight()
    {
        BlockedSites bodies = Recorded.Sites((BlockingKind.Sleep, 12500, 400)).WithFirst(site =>
            site with { Frames = ["System.Threading.Thread.Sleep", "System.Threading.Tasks.TaskReplicator.Replica.Execute"] });

        StarvationVerdict verdict = StarvationVerdict.Of(Queued(0.01, 0.02), bodies);

        Assert.Null(verdict.Gain);
        Assert.EndsWith(
            " It is the body of a parallel loop: Parallel.ForEachAsync awaits in a body, where await alone would leave the loop before its "
                + "work is done. With more threads, or with that, more would complete: how much is not known, since items of a "
                + "parallel loop are not callers.",
            verdict.Sentence,
            StringComparison.Ordinal);
    }

    // 0.4 % waited for a processor on an idle machine.
    [Fact]
    public void Processors_are_not_said_to_be_used_elsewhere_for_a_share_not_worth_telling() =>
        Assert.DoesNotContain("elsewhere", StarvationVerdict.Of(Queued(0.03, 0.05), null).Sentence, StringComparison.Ordinal);

    // SHA in a loop on two processors, on one, and beside neighbours who leave it a quarter of one.
    [Theory]
    [InlineData(1.9, 10.8, 2, "working, not waiting for anything but a processor", "not help")]
    [InlineData(0.98, 11.8, 1, "working, not waiting for anything but a processor", "not help")]
    [InlineData(0.25, 12.5, 2, "working, not waiting for anything but a processor", "help only by taking processors from those")]
    [InlineData(12.5, 0.25, 2, "working, not waiting", "not help")]
    public void Computing_is_never_called_starving(double working, double waiting, double allowed, string told, string more)
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Queued(working, waiting, allowed), Recorded.Sites());

        Assert.Equal((StarvationCause.Processors, false, 3.0), (verdict.Cause, verdict.IsStarving, verdict.ForSeconds));
        Assert.StartsWith($"41 work items wait for a thread, for 3 s, but the pool does not starve: its threads were {told} (", verdict.Sentence, StringComparison.Ordinal);
        Assert.EndsWith($" More threads would {more}.", verdict.Sentence, StringComparison.Ordinal);
        Assert.Null(verdict.Gain);
        Assert.Null(verdict.ConvertFirst);
    }

    [Theory]
    [InlineData(250_000_000, true)]
    [InlineData(1_900_000_000, false)]
    public void Processors_that_the_process_did_not_get_were_used_elsewhere(long cpuNanoseconds, bool elsewhere)
    {
        double working = cpuNanoseconds / 1e9;
        WatchSample[] moments = [.. Queued(working, 12.9 - working).Select(moment => moment with { CpuNanoseconds = cpuNanoseconds })];

        string sentence = StarvationVerdict.Of(moments, null).Sentence;

        Assert.Equal(elsewhere, sentence.Contains("The others were used elsewhere", StringComparison.Ordinal));
        Assert.EndsWith(
            elsewhere ? " More threads would help only by taking processors from those." : " More threads would not help.",
            sentence,
            StringComparison.Ordinal);
    }

    // Two threads, beside others that compute: 0.9 of 2 processors, and no limit.
    [Theory]
    [InlineData(900_000_000, 0.9, " Whether more threads would help is not known: threads waited for a processor although the process used "
        + "fewer than it may.")]
    [InlineData(1_800_000_000, 0.9, " More threads would not help.")] // Other threads of its own use them.
    public void Who_waits_for_a_processor_while_few_are_used_is_not_told_that_threads_do_not_help(
        long cpuNanoseconds, double working, string more)
    {
        WatchSample[] moments = [.. Queued(0, 0).Select(moment => moment with
        {
            CpuNanoseconds = cpuNanoseconds,
            Processors = new ProcessorFigures(2, null, null, 2, working, 0.6),
        })];

        Assert.EndsWith(more, StarvationVerdict.Of(moments, null).Sentence, StringComparison.Ordinal);
    }

    // Beside twenty other threads it completed 2.4 per second, and 5.5 with 60 threads: it starved, and was said not to.
    [Fact]
    public void While_others_use_the_processors_it_is_not_told_whether_threads_that_block_starve_the_pool()
    {
        WatchSample[] moments = [.. Queued(0.4, 7.4).Select(moment => moment with { CpuNanoseconds = 260_000_000 })];

        StarvationVerdict verdict = StarvationVerdict.Of(moments, null);

        Assert.Equal((StarvationCause.UsedElsewhere, false), (verdict.Cause, verdict.IsStarving));
        string sentence = verdict.Sentence;
        Assert.Contains(" s. Whether the pool starves is not known: its threads were more at work, ", sentence, StringComparison.Ordinal);
        Assert.EndsWith(" on this machine or its host. Watch again while those do less.", sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_place_that_holds_few_threads_is_not_accused_of_a_queue_before_threads_that_compute()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Queued(1.9, 9), Recorded.Sites((BlockingKind.Lock, 2000, 30)));

        Assert.Equal(StarvationCause.Processors, verdict.Cause);
        Assert.Contains("(15% working, 69% waiting for a processor, 16% blocked (most in Monitor.Enter called by Orders.Pay (Orders.cs:12)), 0% paused by the collector, 0% idle)", verdict.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void Threads_that_stand_blocked_starve_the_pool_however_busy_the_machine_is() =>
        Assert.Equal(StarvationCause.ShortWaits, StarvationVerdict.Of(Queued(0.1, 4), Recorded.Sites((BlockingKind.Sleep, 9000, 200))).Cause);

    [Fact]
    public void The_processors_are_those_of_the_process_and_its_containers_limit_is_named()
    {
        WatchSample[] moments = [.. Queued(0.5, 12, allowed: 0.5, throttled: 1.4).Select(moment => moment with { CpuNanoseconds = 500_000_000 })];

        string sentence = StarvationVerdict.Of(moments, null).Sentence;

        Assert.Contains("The process used 0.5 of the 0.5 processors that it may use.", sentence, StringComparison.Ordinal);
        Assert.Contains("The limit of its container, 0.5, stopped it for 4.2 s of processor time.", sentence, StringComparison.Ordinal);
    }

    /// <summary>"Of the 1 processors".</summary>
    [Fact]
    public void One_processor_is_told_as_one()
    {
        WatchSample[] queued = Queued(1, 24, allowed: 1, throttled: 1.4);
        WatchSample[] moments = [.. queued.Select(moment => moment with { CpuNanoseconds = 1_000_000_000 })];

        Assert.Contains("The process used 1.0 of the 1 processor that it may use.", StarvationVerdict.Of(moments, null).Sentence,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_process_whose_pool_computes_is_told_so_by_the_time_of_its_threads()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Other systems do not tell the time of threads.");
        CancellationToken cancellation = TestContext.Current.CancellationToken;
        await using WatchedProcess watched = await WatchedProcess.StartAsync("computing", "40");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), cancellation);
        List<WatchSample> moments = [];
        await MomentSearch.FirstAsync(watch, moment =>
        {
            moments.Add(moment);
            return moments.Count(seen => seen.Pool is { QueueLength: > 0 }) >= 4;
        });

        StarvationVerdict verdict = StarvationVerdict.Of(moments, null);

        // What is made of these figures the recorded moments show.
        Assert.True(verdict.Shares is { Working: > 0, WaitingForProcessor: > 0 }, verdict.Sentence);
        Assert.Equal(Environment.ProcessorCount, moments[^1].Processors?.Allowed);
    }

    [Theory]
    [InlineData(1_950_000_000, 2, true)]
    [InlineData(970_000_000, 1, true)]
    [InlineData(970_000_000, 2, false)]
    public void Where_the_system_tells_no_time_of_threads_the_processors_that_the_process_may_use_decide(long cpuNanoseconds, double allowed, bool computes)
    {
        WatchSample[] moments = [.. Queued(0, 0).Select(moment => moment with { CpuNanoseconds = cpuNanoseconds, Processors = new ProcessorFigures(allowed, null, null, 0, 0, 0) })];

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 9000, 201)));

        Assert.Equal(computes, verdict.Cause == StarvationCause.Processors);
    }

    [Fact]
    public void The_end_of_a_parallel_loop_is_waited_for_by_computing_and_nothing_to_convert()
    {
        BlockedSites loops = Recorded.Sites((BlockingKind.Signal, 9000, 30)).WithFirst(site => site with { Call = "Parallel.For" });

        StarvationVerdict verdict = StarvationVerdict.Of(Queued(1.9, 2), loops);

        Assert.Equal(StarvationCause.Processors, verdict.Cause);
        Assert.Contains("working, or waited until the other threads of a parallel loop had worked", verdict.Sentence, StringComparison.Ordinal);
        Assert.Equal(WaitLimit.Computing, WaitLimits.Of(loops.Sites[0]));
    }
}
