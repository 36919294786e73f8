using Syncopate.Watch.Processes;
using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Programs of which a sentence was false, or was not proved by what had been seen: nothing is promised or denied without what
/// shows it.</summary>
[Trait("Judges", "behaviour")]
public sealed class VerdictTruthTests
{
    private const string Denied = ": more threads, or await, would only lengthen the queue for it.";

    private const string DeniedToSome =
        ": those that wait for it gain nothing by more threads, or await, but other work that waits for a thread may.";

    private static readonly BlockedHolder Held = new("Thread.Sleep", "Orders.Ship", "/src/Orders.cs", 30, 20, 1)
    {
        Evidence = HolderEvidence.Exclusive,
    };

    private static WatchSample[] Queued() => [.. Recorded
        .Moments([.. Enumerable.Repeat(Recorded.Pool(9, 40, 9, 96), 4)])
        .Select(moment => moment.Sampled(9, 40))];

    private static WatchSample[] Busy(double working, double waiting, double used, double? idle) => [.. Recorded
        .Moments(Recorded.Pool(13, 40), Recorded.Pool(13, 41), Recorded.Pool(13, 42))
        .Select(moment => moment.Sampled(13, 41).Worked(working, waiting).Idle(idle)
            with { CpuNanoseconds = (long)(used * 1e9) })];

    // A page behind a lock of 20 ms, and a page that sleeps for 20 ms: one after the other they come to a thread, and with 60 threads
    // the second is answered ten times as often.
    [Theory]
    [InlineData(0.0, 500, Denied)]
    [InlineData(0.25, 500, DeniedToSome)]
    [InlineData(null, 500, Denied)]
    [InlineData(null, 3000, DeniedToSome)]
    public void What_is_denied_to_those_that_wait_for_a_lock_is_not_denied_to_a_page_that_needs_none(
        double? others, double asleep, string said)
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Lock, 8000, 90), (BlockingKind.Sleep, asleep, 20))
            .WithFirst(site => site with { Holder = Held, OtherRequests = others });

        StarvationVerdict verdict = StarvationVerdict.Of(Queued(), sites);

        Assert.Equal(StarvationCause.Contention, verdict.Cause);
        Assert.Contains($" They contend for a lock{said} It is held in ", verdict.Sentence, StringComparison.Ordinal);
    }

    // Less than half of the threads wait for a semaphore, and those that have it were seen.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_is_waited_for_is_said_to_be_unseen_where_nobody_was_seen_to_have_it(bool isSeen)
    {
        BlockedSites sites = Recorded
            .Sites((BlockingKind.Signal, 4000, 90), (BlockingKind.Sleep, 3000, 20), (BlockingKind.File, 3000, 20))
            .WithFirst(site => site with { Holder = isSeen ? Held : null });

        StarvationVerdict verdict = StarvationVerdict.Of(Queued(), sites);

        Assert.NotEqual(StarvationCause.Contention, verdict.Cause);
        Assert.Equal(!isSeen, verdict.Sentence.Contains("which is not seen", StringComparison.Ordinal));
    }

    // The console logger's queue is full in one page; the other only sleeps.
    [Fact]
    public void What_is_denied_to_those_that_log_is_not_denied_to_a_page_that_does_not()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Signal, 6000, 90), (BlockingKind.Sleep, 3000, 20)).WithFirst(site => site with
        {
            Call = "Monitor.Wait",
            Frames =
            [
                "System.Threading.Monitor.Wait", "Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.Enqueue", "Shop.Orders.Pay",
            ],
        });

        Assert.Contains($"space in a queue with a single consumer{DeniedToSome}", StarvationVerdict.Of(Queued(), sites).Sentence,
            StringComparison.Ordinal);
    }

    // A formatter of messages that the program has written sleeps, below the logger: its queue is not full.
    [Theory]
    [InlineData(BlockingKind.Sleep, "Microsoft.Extensions.Logging.Console.ConsoleLogger.Log", "console logger")]
    [InlineData(BlockingKind.Sleep, "System.Resources.ResourceManager.GetString", "ResourceManager")]
    [InlineData(BlockingKind.Lock, "System.Resources.ResourceManager.GetString", "ResourceManager")]
    [InlineData(BlockingKind.TaskWait, "Npgsql.PoolingDataSource.OpenNewConnector", "connection pool")]
    public void What_calls_the_method_that_waits_is_not_what_it_waits_for(Enum kind, string caller, string said)
    {
        BlockedSites sites = Recorded.Sites(((BlockingKind)kind, 9000, 90)).WithFirst(site => site with
        {
            Frames = ["System.Threading.Thread.Sleep", "Shop.Orders.Pay", caller, "Shop.Program.Main"],
        });

        Assert.DoesNotContain(said, StarvationVerdict.Of(Queued(), sites).Sentence, StringComparison.Ordinal);
    }

    // 40 requests of Task.WaitAll: the pool grew by one thread a second, as for an event.
    [Theory]
    [InlineData("Task.WaitAll")]
    [InlineData("Prices.Load")]
    public void The_pool_is_not_said_to_be_notified_of_a_wait_for_all_of_some_tasks(string call)
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.TaskWait, 9000, 800)).WithFirst(site => site with
        {
            Call = call,
            Frames = ["System.Threading.ManualResetEventSlim.Wait", "System.Threading.Tasks.Task.WaitAllCore", "Shop.Orders.Pay"],
        });

        StarvationVerdict verdict = StarvationVerdict.Of(Queued(), sites);

        Assert.Equal(StarvationCause.UncompensatedWaits, verdict.Cause);
        Assert.Contains("The pool is not notified of such waits", verdict.Sentence, StringComparison.Ordinal);
        Assert.Contains("the wait holds no thread", verdict.Sentence, StringComparison.Ordinal);
    }

    // .NET Core 3.1, or a pool that is configured not to add threads for blocked ones.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void The_pool_is_said_to_add_threads_for_blocked_ones_where_it_did(bool adds)
    {
        WatchSample[] moments = Queued();
        if (adds)
            moments[2] = moments[2].With(AdjustmentReason.CooperativeBlocking);

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.TaskWait, 9000, 800)));

        Assert.Equal(StarvationCause.CompensatedWaits, verdict.Cause);
        Assert.Equal(adds, verdict.Sentence.Contains("adds about four threads per second", StringComparison.Ordinal));
        Assert.Equal(!adds, verdict.Sentence.Contains("no such decision of it was seen", StringComparison.Ordinal));
    }

    // Forty short items come at once, ten times a second, on a machine that is idle half of the time.
    [Theory]
    [InlineData(0.03, true)]
    [InlineData(0.5, false)]
    [InlineData(null, false)]
    public void Processors_are_said_to_be_used_elsewhere_where_they_were_not_idle(double? idle, bool elsewhere)
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Busy(0.5, 12, 0.5, idle), Recorded.Sites());

        Assert.Equal(StarvationCause.Processors, verdict.Cause);
        Assert.Equal(elsewhere, verdict.Sentence.Contains("used elsewhere", StringComparison.Ordinal));
        Assert.Equal(!elsewhere, verdict.Sentence.EndsWith(
            " Whether more threads would help is not known: threads waited for a processor although the process used fewer than it may.",
            StringComparison.Ordinal));
    }

    // A page that allocates and then sleeps: half of a processor was idle, and 60 threads did twice as much.
    [Fact]
    public void Threads_that_the_collector_paused_are_not_said_to_gain_nothing_while_processors_are_idle()
    {
        WatchSample[] moments = [.. Busy(0, 0, 1.2, 0.4).Select(moment => moment with
        {
            Runtime = Paused(0.3),
            Processors = new ProcessorFigures(2, null, null, 3, 1.2, 0.02) { IdleShare = 0.4 },
        })];

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites((BlockingKind.Sleep, 6000, 20)));

        Assert.False(verdict.IsStarving);
        Assert.Contains("Whether the pool starves is not known", verdict.Sentence, StringComparison.Ordinal);
        Assert.EndsWith(
            " Whether more threads would help is not known: threads waited for a processor, or for the collector, although the process "
                + "used fewer than it may.",
            verdict.Sentence,
            StringComparison.Ordinal);
    }

    // A lock that spins: its threads work, and two more would spin too.
    [Fact]
    public void Threads_that_work_are_not_promised_that_more_of_them_help()
    {
        WatchSample[] moments = [.. Busy(12, 0.2, 12, 0.5)
            .Select(moment => moment with { Processors = moment.Processors! with { Allowed = 20 } })];

        Assert.EndsWith(
            " More threads may help as far as processors are free and what they do runs in parallel.",
            StarvationVerdict.Of(moments, Recorded.Sites()).Sentence,
            StringComparison.Ordinal);
    }

    // Threads that spin until work is done that lies in the queue: with one thread more all of it was done.
    [Theory]
    [InlineData(0, true)]
    [InlineData(40, false)]
    public void Threads_that_work_and_complete_nothing_may_wait_for_the_queue(double completed, bool isOpen)
    {
        WatchSample[] moments = [.. Busy(1.9, 11, 1.9, 0)
            .Select(moment => moment with { Pool = moment.Pool! with { CompletedPerSecond = completed } })];

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites());

        Assert.Equal(isOpen, verdict.Sentence.Contains("Whether the pool starves is not known", StringComparison.Ordinal));
        Assert.Equal(isOpen, verdict.Sentence.EndsWith("for work that is queued itself.", StringComparison.Ordinal));
        Assert.Equal(!isOpen, verdict.Sentence.EndsWith(" More threads would not help.", StringComparison.Ordinal));
    }

    // A tenth of a second in a minute: half of the processors were idle.
    [Theory]
    [InlineData(0.05, false)]
    [InlineData(0.5, true)]
    public void A_limit_of_a_container_that_hardly_stopped_it_is_no_want_of_processors(double stopped, bool limits)
    {
        WatchSample[] moments = [.. Busy(0, 0, 1, 0.5).Select(moment => moment with
        {
            Processors = new ProcessorFigures(20, 20, stopped, 13, 7, 1.5) { IdleShare = 0.5 },
        })];

        string sentence = StarvationVerdict.Of(moments, Recorded.Sites()).Sentence;

        Assert.Equal(limits, sentence.EndsWith(" More threads would not help.", StringComparison.Ordinal));
        Assert.Equal(!limits, sentence.Contains("Whether more threads would help is not known", StringComparison.Ordinal));
    }

    // Each item sleeps for 25 ms and computes for 10: with 60 threads as much was done as with 8.
    [Fact]
    public void Nothing_is_promised_of_sleeps_where_the_processors_are_used()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 8200, 25));

        StarvationVerdict verdict = StarvationVerdict.Of(Busy(1.8, 3, 1.8, 0), sites);

        Assert.Null(verdict.Gain);
        Assert.EndsWith(
            " Whether more threads, or await in their place, would help is not known: the process used most of the processors that it may.",
            verdict.Sentence,
            StringComparison.Ordinal);
    }

    // ParallelDownloader.Run of a package waits for a signal.
    [Theory]
    [InlineData("Parallel.ForEach", WaitLimit.Computing)]
    [InlineData("ParallelEnumerable.ToArray", WaitLimit.Computing)]
    [InlineData("ParallelDownloader.Run", WaitLimit.Unknown)]
    public void What_is_called_like_a_parallel_loop_is_none(string call, Enum limit) =>
        Assert.Equal((WaitLimit)limit, WaitLimits.Of(Recorded.Sites((BlockingKind.Signal, 9000, 90)).Sites[0] with { Call = call }));

    // What they asked was away for five seconds, and came back when the pool had a thread for everybody.
    [Theory]
    [InlineData(BlockingKind.Socket, false)]
    [InlineData(BlockingKind.TaskWait, true)]
    public void An_answer_that_comes_back_at_last_is_no_sign_that_it_needed_a_thread(Enum kind, bool isSeen)
    {
        WatchSample[] moments = [.. Recorded.Moments([.. Enumerable.Repeat(Recorded.Pool(40, 5, 40, 0), 8)])
            .Select((moment, second) => moment with { Samples = [.. Enumerable.Range(10 * second, 10).Select(Away)] })];

        StarvationVerdict verdict = StarvationVerdict.Of(moments, Recorded.Sites(((BlockingKind)kind, 40_000, 900)));

        Assert.Equal(isSeen, verdict.Relief is not null);
        Assert.Equal(isSeen, verdict.Sentence.Contains("needs a thread of this pool itself", StringComparison.Ordinal));
    }

    // A deadlock in a process without the agent, or two seconds before the end: a queue that is empty says nothing of it.
    [Theory]
    [InlineData(null, 0.0, true)]
    [InlineData(20, 0.0, true)]
    [InlineData(20, 50.0, false)]
    [InlineData(2, 0.0, false)]
    public void A_starvation_is_over_where_something_is_completed_or_few_threads_are_in_use(
        int? inUse, double completed, bool mayGoOn)
    {
        PoolFigures[] starved = [.. Enumerable.Repeat(Recorded.Pool(20, 9, inUse is null ? null : 20, 0), 4)];
        PoolFigures last = Recorded.Pool(20, 0, inUse, completed);

        string sentence = WatchReportBuilder
            .Build(Recorded.Moments([.. starved, last, last]), 0)
            .Verdict!.Sentence;

        Assert.StartsWith(
            mayGoOn ? "By the end no work waited for a thread any more; whether what had one went on is not known. While it lasted: "
                : "By the end it was over. While it lasted: ",
            sentence,
            StringComparison.Ordinal);
    }

    // Ten a second: for five seconds nothing is completed, while the pool gives a thread to all that wait.
    private static PoolSample Away(int sample) => sample < 50
        ? new PoolSample(sample * 100_000_000L, 40, 15 + (sample / 2), 0, 0, 25 - (sample / 2), 0)
        : new PoolSample(sample * 100_000_000L, 40, 40, 0, 0, sample == 50 ? 0 : 1, 5 * (sample - 50));

    private static RuntimeFigures Paused(double share) => new()
    {
        LockContentionsPerSecond = 0,
        Timers = 0,
        ExceptionsPerSecond = 0,
        AllocatedBytesPerSecond = 1e9,
        HeapBytes = 5_000_000,
        MemoryBytes = 50_000_000,
        Gen0Collections = 90,
        Gen1Collections = 9,
        Gen2Collections = 1,
        PauseShare = share,
    };
}
