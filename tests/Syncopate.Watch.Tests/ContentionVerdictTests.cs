using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Where threads wait for one another, more of them gain nothing: told is who has what they wait for, and how
/// often it can be had at most.</summary>
[Trait("Judges", "behaviour")]
public sealed class ContentionVerdictTests
{
    private static readonly BlockedHolder Held = new("Thread.Sleep", "Orders.Ship", "/src/Orders.cs", 30, 10, 1)
    {
        Evidence = HolderEvidence.Exclusive,
    };

    private static WatchSample[] Convoy() =>
        [.. Recorded.Moments(Recorded.Pool(9, 40, completed: 96), Recorded.Pool(9, 41, completed: 96), Recorded.Pool(9, 41, completed: 96)).Select(moment => moment.Sampled(9, 41))];

    // Measured behind a lock of 10 ms: 54 per second with few threads and 66 with 60 of them; the bound is 100.
    [Fact]
    public void Behind_a_lock_there_is_no_gain_but_its_holder_and_a_ceiling()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Lock, 8000, 90), (BlockingKind.Sleep, 1000, 11)).WithFirst(site => site with { Holder = Held });

        StarvationVerdict verdict = StarvationVerdict.Of(Convoy(), sites);

        Assert.Equal((StarvationCause.Contention, true), (verdict.Cause, verdict.IsStarving));
        Assert.Null(verdict.Gain);
        Assert.Null(verdict.ConvertFirst);
        Assert.Equal("Monitor.Enter", verdict.ShortenFirst?.Call);
        Assert.Equal(
            "Starving for 3 s: 41 work items wait for a thread. 8 of 9 busy threads are blocked in Monitor.Enter called by Orders.Pay (Orders.cs:12). They contend for a lock: more threads, or await, would only "
            + "lengthen the queue for it. It is held in Thread.Sleep called by Orders.Ship (Orders.cs:30), for at least about 10 ms each time: no more than about 100 per second can pass, whatever the number of threads. "
            + "Shorten what is done while holding it.",
            verdict.Sentence);
    }

    [Fact]
    public void Permits_multiply_the_ceiling()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Signal, 6000, 90), (BlockingKind.Sleep, 4000, 51)).WithFirst(site => site with { Holder = Held with { HoldMilliseconds = 50, AtOnce = 4 } });

        string sentence = StarvationVerdict.Of(Convoy(), sites).Sentence;

        Assert.Contains("They contend for a semaphore", sentence, StringComparison.Ordinal);
        Assert.Contains("About 4 at a time have it, in Thread.Sleep called by Orders.Ship (Orders.cs:30), for at least about 50 ms each time: no more than about 80 per second can pass", sentence, StringComparison.Ordinal);
    }

    /// <summary>"About 1 at a time have it", for ever so long: "no more than about 0 per second can pass".</summary>
    [Fact]
    public void One_that_has_a_semaphore_for_long_lets_few_pass_and_not_none()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Signal, 6000, 90), (BlockingKind.Sleep, 4000, 51))
            .WithFirst(site => site with { Holder = Held with { HoldMilliseconds = 25_000, AtOnce = 1 } });

        string sentence = StarvationVerdict.Of(Convoy(), sites).Sentence;

        Assert.Contains("About 1 at a time has it, in ", sentence, StringComparison.Ordinal);
        Assert.Contains("no more than about 0.04 per second can pass", sentence, StringComparison.Ordinal);
    }

    // With few threads most of them are past the semaphore, and sleep there.
    [Fact]
    public void Threads_that_have_what_others_wait_for_are_no_sleepers_to_convert()
    {
        BlockedHolder holder = new("Thread.Sleep", "Orders.Pay", "/src/Orders.cs", 12, 50, 4);
        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 6000, 51), (BlockingKind.Signal, 3000, 90));
        BlockedSites held = sites with { Sites = [sites.Sites[0], sites.Sites[1] with { Holder = holder }] };

        Assert.Equal(StarvationCause.Contention, StarvationVerdict.Of(Convoy(), held).Cause);
        Assert.Null(StarvationVerdict.Of(Convoy(), sites).Gain);
    }

    // A pool of few threads never fills a semaphore, so nobody is seen to wait for it; more threads would.
    [Fact]
    public void No_gain_is_told_of_a_sleep_in_a_method_that_entered_a_semaphore_before()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 9000, 50)).WithFirst(site => site with { Guard = "SemaphoreSlim.Wait" });

        StarvationVerdict verdict = StarvationVerdict.Of(Convoy(), sites);

        Assert.Null(verdict.Gain);
        Assert.EndsWith(
            " SemaphoreSlim.Wait is called before, there or in a caller: if what it got is still held, no more can pass than it lets in, "
                + "whatever the number of threads.",
            verdict.Sentence,
            StringComparison.Ordinal);
    }

    // while (!task.IsCompleted) Thread.Sleep(5), for a task that needs a thread of the same pool: await frees nothing but that thread.
    [Fact]
    public void A_sleep_that_polls_promises_nothing()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Sleep, 9000, 50)).WithFirst(site => site with { IsPolling = true });

        StarvationVerdict verdict = StarvationVerdict.Of(Convoy(), sites);

        Assert.Null(verdict.Gain);
        Assert.EndsWith(
            " Whether more threads would help depends on what they wait for there, which is not seen.",
            verdict.Sentence,
            StringComparison.Ordinal);
    }

    // A page that asks another page of its own: the answer waits for a thread behind those that wait for it.
    [Fact]
    public void Who_calls_its_own_process_is_promised_nothing_but_a_thread()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Http, 9000, 90)).WithFirst(site => site with { CallsItself = true });

        StarvationVerdict verdict = StarvationVerdict.Of(Convoy(), sites);

        Assert.Null(verdict.Gain);
        Assert.Contains("How much that gains is not known", verdict.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_holder_that_was_not_seen_is_said_not_to_have_been() =>
        Assert.EndsWith(
            "They contend for a lock. The holder was not observed, so it is unknown whether more threads, or await, would help.",
            StarvationVerdict.Of(Convoy(), Recorded.Sites((BlockingKind.Lock, 9000, 90))).Sentence,
            StringComparison.Ordinal);

    [Fact]
    public void A_time_that_was_not_seen_makes_no_ceiling()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Lock, 9000, 90)).WithFirst(site => site with { Holder = Held with { HoldMilliseconds = null } });

        Assert.DoesNotContain("can pass", StarvationVerdict.Of(Convoy(), sites).Sentence, StringComparison.Ordinal);
    }

    // The busy retry of SQLite looks like a sleep.
    [Fact]
    public void Behind_the_one_writer_of_SQLite_nothing_is_gained_by_threads_or_await()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Data, 9000, 400)).WithFirst(site => site with
        {
            Call = "DatabaseFacade.BeginTransaction",
            Frames = ["System.Threading.Thread.Sleep", "Microsoft.Data.Sqlite.SqliteCommand.ExecuteReader", "Microsoft.Data.Sqlite.SqliteConnection.BeginTransaction", "Shop.Orders.Pay"],
        });

        StarvationVerdict verdict = StarvationVerdict.Of(Convoy(), sites);

        Assert.Equal(StarvationCause.Contention, verdict.Cause);
        Assert.Contains("for the single writer connection", verdict.Sentence, StringComparison.Ordinal);
        Assert.Contains("await gains nothing, since this driver is synchronous", verdict.Sentence, StringComparison.Ordinal);
    }

    // Measured: a lock held while a Task is waited for let 1 a second pass, and 83 with 60 threads; locks for each of 8 shards 168 and 353.
    [Theory]
    [InlineData(BlockingKind.Lock, HolderEvidence.WaitsForTask, "That wait is for a Task, which may need a thread of this pool")]
    [InlineData(BlockingKind.Signal, HolderEvidence.WaitsForTask, "more threads, or await, help.")]
    [InlineData(BlockingKind.Lock, HolderEvidence.Several, "more threads, or await, may help as far as they wait for different ones.")]
    [InlineData(BlockingKind.Lock, HolderEvidence.None, "It is unknown whether more threads, or await, would help.")]
    [InlineData(BlockingKind.Signal, HolderEvidence.None, "It is unknown whether more threads, or await, would help.")]
    public void No_cure_is_denied_that_was_not_seen_to_fail(Enum kind, Enum evidence, string said)
    {
        BlockedSites sites = Recorded.Sites(((BlockingKind)kind, 8000, 90))
            .WithFirst(site => site with { Holder = Held with { HoldMilliseconds = null, Evidence = (HolderEvidence)evidence } });

        string sentence = StarvationVerdict.Of(Convoy(), sites).Sentence;

        Assert.Contains(said, sentence, StringComparison.Ordinal);
        Assert.DoesNotContain("only lengthen", sentence, StringComparison.Ordinal);
        Assert.DoesNotContain("whatever the number", sentence, StringComparison.Ordinal);
    }

    // A semaphore that a clock releases for each request: 5 to 45 per second, and 200 with 60 threads.
    [Fact]
    public void A_semaphore_that_nobody_was_seen_to_have_may_be_a_signal()
    {
        StarvationVerdict verdict = StarvationVerdict.Of(Convoy(), Recorded.Sites((BlockingKind.Signal, 8000, 90)));

        Assert.NotEqual(StarvationCause.Contention, verdict.Cause);
        Assert.EndsWith(
            "Whether more threads would help depends on what they wait for there, which is not seen.",
            verdict.Sentence,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Npgsql.PoolingDataSource.Get", true)]
    [InlineData("Microsoft.Data.ProviderBase.DbConnectionPool.TryGetConnection", true)]
    [InlineData("System.Net.Http.HttpConnectionWaiter`1.WaitForConnection", true)]
    [InlineData("Npgsql.NpgsqlCommand.ExecuteReader", false)]
    public void A_pool_of_connections_is_known_by_the_method_that_waits_for_one(string frame, bool isPool)
    {
        BlockedSite site = Recorded.Sites((BlockingKind.TaskWait, 9000, 400)).Sites[0] with { Frames = ["System.Threading.Tasks.Task.Wait", frame, "Shop.Orders.Pay"] };

        Assert.Equal(isPool ? WaitLimit.Connections : WaitLimit.Tasks, WaitLimits.Of(site));
        Assert.Equal(WaitLimit.Tasks, WaitLimits.Of(site with { Frames = [.. site.Frames, "Npgsql.Internal.NpgsqlConnector.Open"] }));
    }

    // Threads that waited for one of 8 connections, whose owners had awaited: nothing was completed, 350 per second with 64 threads.
    [Theory]
    [InlineData("Npgsql.PoolingDataSource.Get")]
    [InlineData("System.Net.Http.HttpConnectionWaiter`1.WaitForConnection")]
    public void Who_waits_for_a_connection_is_not_said_to_wait_for_one_another(string frame)
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.TaskWait, 9000, 400))
            .WithFirst(site => site with { Frames = ["System.Threading.Tasks.Task.Wait", frame, "Shop.Orders.Pay"] });

        StarvationVerdict verdict = StarvationVerdict.Of(Convoy(), sites);

        Assert.Equal(StarvationCause.CompensatedWaits, verdict.Cause);
        Assert.Null(verdict.Gain);
        Assert.Contains(
            " They wait for a connection from a connection pool: whether it is exhausted was not observed, nor what the holders of its "
                + "connections do. Where those need a thread of the thread pool, as after an await, more threads, or awaiting the "
                + "connection, help.",
            verdict.Sentence,
            StringComparison.Ordinal);
    }

    // The logger's queue is a Monitor's, and its wait a signal like any other.
    [Fact]
    public void Behind_the_one_thread_of_the_console_logger_more_threads_wait_too()
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Signal, 9000, 90)).WithFirst(site => site with
        {
            Call = "Monitor.Wait",
            Via = "ConsoleLoggerProcessor.Enqueue",
            Frames = ["System.Threading.Monitor.Wait", "Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.Enqueue", "Shop.Orders.Pay"],
        });

        StarvationVerdict verdict = StarvationVerdict.Of(Convoy(), sites);

        Assert.Equal(StarvationCause.Contention, verdict.Cause);
        Assert.Contains("are blocked in Monitor.Wait in ConsoleLoggerProcessor.Enqueue, called from Orders.Pay (Orders.cs:12). They contend for space in a queue with a single consumer", verdict.Sentence, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.Enqueue", "console logger")]
    [InlineData("System.Resources.RuntimeResourceSet.GetObject", "ResourceManager")]
    [InlineData("System.Text.RegularExpressions.RegexCache.GetOrAdd", "[GeneratedRegex]")]
    public void A_known_culprit_comes_with_its_cure(string frame, string cure)
    {
        BlockedSites sites = Recorded.Sites((BlockingKind.Lock, 9000, 90)).WithFirst(site => site with { Frames = ["System.Threading.Monitor.Enter", frame, "Shop.Orders.Pay"] });

        Assert.Contains(cure, StarvationVerdict.Of(Convoy(), sites).Sentence, StringComparison.Ordinal);
    }
}
