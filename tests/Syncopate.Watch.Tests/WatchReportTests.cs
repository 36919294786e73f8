using System.Text.RegularExpressions;
using Syncopate.Cli.Screens;
using Syncopate.Histograms;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Reporting;
using Syncopate.Watch.Starvation;
using Syncopate.Watch.Tests.Claims;
using Xunit;

namespace Syncopate.Watch.Tests;

[Trait("Judges", "behaviour")]
public sealed class WatchReportTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void Every_figure_comes_from_the_journal_and_the_same_journal_gives_the_same_bytes()
    {
        using TemporaryFolder folder = new();
        Write(folder, Header(), Moment(0, threads: 4, queue: 0), Moment(1, threads: 9, queue: 7), new WatchEnd(RunOutcome.Finished, "", 2 * Second));

        WatchReport report = WatchFolder.Write(folder.Path);
        string[] first = [.. Files(folder)];
        WatchFolder.Write(folder.Path);

        Assert.Equal((9, 7L, 2.0, false), (report.Summary.MostThreads, report.Summary.LongestQueue, report.Summary.Seconds, report.Partial));
        Assert.Equal(50, report.Summary.CompletedPerSecond);
        Assert.Equal(0.25, report.Summary.Cores);
        Assert.Equal(first, Files(folder));
    }

    [Fact]
    public void A_watch_that_was_killed_keeps_what_was_seen_and_says_so()
    {
        using TemporaryFolder folder = new();
        Write(folder, Header(), Moment(0, threads: 4, queue: 0), Moment(1, threads: 9, queue: 7));
        string path = Path.Combine(folder.Path, WatchJournal.Name);
        byte[] bytes = File.ReadAllBytes(path);
        File.WriteAllBytes(path, bytes[..^40]);

        WatchReport report = WatchFolder.Write(folder.Path);

        Assert.True(report.Partial);
        Assert.Single(report.Moments);
        Assert.Equal("killed", report.Run.Outcome);
        Assert.Contains(report.Missing, sentence => sentence.Contains("are no record", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(true, 9, 9, 9, 9, 0, 3, 0)] // The longest, not the last; and not the calm at the end.
    [InlineData(false, 9, 9, 0, 3, 3, 0, 0)] // Under three seconds a queue is a burst.
    public void A_starvation_that_is_over_is_told_when_it_was_long(bool told, params int[] queues)
    {
        using TemporaryFolder folder = new();
        Write(folder, [Header(), .. queues.Select((queue, second) => Moment(second, threads: 4, queue))]);

        StarvationVerdict verdict = WatchFolder.Write(folder.Path).Verdict!;

        Assert.Equal(told ? 4 : null, verdict.ForSeconds);
        Assert.Equal(told, verdict.Sentence.StartsWith("By the end it was over. While it lasted: starving for 4 s: 9 work items wait", StringComparison.Ordinal));
    }

    [Fact]
    public void A_queue_that_did_not_last_is_told_of_the_whole_watch_with_the_place_that_blocked()
    {
        using TemporaryFolder folder = new();
        Write(folder, Header(), Moment(0, threads: 4, queue: 19), Moment(1, threads: 9, queue: 0), Moment(2, threads: 9, queue: 7), Sites(Site("Orders.Pay", 970), Site("Orders.Ship", 30)), Moment(3, threads: 9, queue: 0));

        StarvationVerdict verdict = WatchFolder.Write(folder.Path).Verdict!;

        Assert.False(verdict.IsStarving);
        Assert.Equal(
            "The pool never starved for 3 s on end, but work waited for a thread in 2 s of 4 s, up to 19 items at once. Blocked most: 2 "
                + "threads in Thread.Sleep called by Orders.Pay, 97% of the blocked time that was seen.",
            verdict.Sentence);
        Assert.Contains("No lasting starvation", folder.Read("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_watch_without_a_queue_says_so_of_all_of_it()
    {
        using TemporaryFolder folder = new();
        Write(folder, Header(), Moment(0, threads: 4, queue: 0), Moment(1, threads: 4, queue: 0));

        Assert.Equal("The pool did not starve: in 2 s no work was seen waiting for a thread.", WatchFolder.Write(folder.Path).Verdict!.Sentence);
    }

    [Fact]
    public void A_watch_that_was_told_nothing_of_the_pool_says_nothing_of_starvation()
    {
        using TemporaryFolder folder = new();
        Write(folder, Header(), Moment(0, threads: 4, queue: 0) with { Pool = null, Runtime = null, SilentNanoseconds = Second });

        Assert.Null(WatchFolder.Write(folder.Path).Verdict);
    }

    [Fact]
    public void The_blocked_places_stand_before_the_course()
    {
        using TemporaryFolder folder = new();
        Write(folder, Header(), Moment(0, threads: 4, queue: 9), Moment(1, threads: 4, queue: 0), Sites(Site("Orders.Pay", 300)));

        WatchFolder.Write(folder.Path);

        string[] ids = [.. Regex.Matches(folder.Read("report.html"), "<section class=\"card\" id=\"(?<id>[^\"]+)\"").Select(match => match.Groups["id"].Value)];
        Assert.Equal(["watch-verdict", "watch-blocked", "watch-course"], ids.Take(3));
    }

    [Fact]
    public void The_rest_of_a_load_after_its_last_whole_interval_is_not_drawn()
    {
        using TemporaryFolder folder = new();
        WatchLoad load = new("GET", "http://127.0.0.1/", "2 users", 0);
        Write(folder, Header(), Moment(0, threads: 4, queue: 0), Moment(1, threads: 4, queue: 0), load, Interval(0, 1000, 20), Interval(1000, 2000, 20), Interval(2000, 2004, 900), new WatchEnd(RunOutcome.Finished, "", 2 * Second));

        WatchFolder.Write(folder.Path);

        Assert.Contains("p50 at most 20.0 ms", folder.Read("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_screen_tells_no_percentile_of_a_load_that_one_answer_would_move()
    {
        WatchScreen screen = new(new ProcessIdentity(7, "Shop.Api", "10.0.0"));
        screen.Add(Moment(0, threads: 4, queue: 0));

        screen.Add(Interval(0, 1000, 20));

        Assert.Contains(screen.Lines(), line => line.Contains("   p99 -   ", StringComparison.Ordinal));
    }

    [Fact]
    public void Silence_and_lost_events_are_told_and_drawn_as_a_gap()
    {
        using TemporaryFolder folder = new();
        WatchSample silent = Moment(1, threads: 0, queue: 0) with { Pool = null, Runtime = null, SilentNanoseconds = Second, LostEvents = 3 };
        Write(folder, Header(), Moment(0, threads: 4, queue: 0), silent, Moment(2, threads: 4, queue: 0), Moment(3, threads: 5, queue: 0), new WatchEnd(RunOutcome.Finished, "", 4 * Second));

        WatchReport report = WatchFolder.Write(folder.Path);

        Assert.Equal(["lost-events", "silence"], report.Warnings.Select(doubt => doubt.Code));
        Assert.Contains("A line is broken where the process reported nothing: 1 s in all", folder.Read("report.html"), StringComparison.Ordinal);
        Assert.Contains("no data for 1 s", WatchText.Line(silent), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(20, "It used hardly any processor meanwhile, as one that is paused or gets none. Why it reported nothing is not known")]
    [InlineData(250, "It ran all the while, on at least 0.25 processors. Why it reported nothing is not known")]
    public void Who_used_a_processor_in_silence_is_not_said_to_have_been_paused(int milliseconds, string meaning)
    {
        WatchSample silent = Moment(1, threads: 0, queue: 0) with
        {
            Pool = null,
            Runtime = null,
            SilentNanoseconds = Second,
            CpuNanoseconds = milliseconds * 1_000_000L,
        };

        WatchReport report = WatchReportBuilder.Build([Header(), Moment(0, threads: 4, queue: 0), silent], 0);

        Assert.StartsWith(meaning, report.Warnings.Single(doubt => doubt.Code == "silence").Why, StringComparison.Ordinal);
    }

    /// <summary>Whose processor time could not be read, or who ran for two of three silent seconds, was said to have been paused.</summary>
    [Theory]
    [InlineData("Whether it ran meanwhile is not known: its processor time could not be read.", null, null, null)]
    [InlineData("It ran for most of that time, on up to 0.9 processors. Why it reported nothing is not known", 500, 900, 0)]
    [InlineData("It used hardly any processor meanwhile, as one that is paused or gets none. Why it reported", 500, 0, 0)]
    public void Who_ran_for_most_of_a_silence_is_not_said_to_have_been_paused(
        string meaning, int? first, int? second, int? third)
    {
        WatchSample Silent(int at, int? milliseconds) => Moment(at, threads: 0, queue: 0) with
        {
            Pool = null,
            Runtime = null,
            SilentNanoseconds = Second,
            CpuNanoseconds = milliseconds * 1_000_000L,
        };

        WatchReport report = WatchReportBuilder.Build(
            [Header(), Moment(0, threads: 4, queue: 0), Silent(1, first), Silent(2, second), Silent(3, third)], 0);

        Assert.StartsWith(meaning, report.Warnings.Single(doubt => doubt.Code == "silence").Why, StringComparison.Ordinal);
    }

    /// <summary>One refused request of many that timed out: it was said that the process rejects requests.</summary>
    [Fact]
    public void What_most_requests_failed_with_says_what_was_watched()
    {
        Dictionary<string, long> errors = new() { ["status 503"] = 1, ["timed out"] = 40 };

        Assert.Equal("What was watched is a process that does not answer this load.", WatchText.OnlyFailures(0, errors)?.Why);
    }

    // "It was paused, or had no processor" was said of a program that answered well.
    [Fact]
    public void Whose_event_sources_are_off_is_said_to_tell_nothing_for_that()
    {
        const string Off = "Its event sources are switched off (EventSourceSupport, by Shop.runtimeconfig.json).";
        WatchSample silent = Moment(0, threads: 0, queue: 0) with
        {
            Pool = null,
            Runtime = null,
            SilentNanoseconds = Second,
        };

        Doubt doubt = Assert.Single(WatchReportBuilder.Build([Header() with { Missing = [Off] }, silent], 0).Warnings);

        Assert.Equal(("not-told", Off), (doubt.Code, doubt.What));
        Assert.StartsWith("Start it with EventSourceSupport", doubt.Try, StringComparison.Ordinal);
    }

    [Fact]
    public void Blocked_places_of_several_windows_are_added_up()
    {
        using TemporaryFolder folder = new();
        Write(folder, Header(), Moment(0, threads: 4, queue: 9), Sites(Site("A", 300), Site("B", 100)), Sites(Site("B", 600)), new WatchEnd(RunOutcome.Finished, "", Second));

        BlockedSites? blocked = WatchFolder.Write(folder.Path).Blocked;

        Assert.Equal([("B", 700.0, 0.7), ("A", 300.0, 0.3)], blocked!.Sites.Select(site => (site.Place, site.BlockedMilliseconds, site.Share)));
        Assert.Equal(2000, blocked.WindowMilliseconds);
        Assert.Contains("Thread.Sleep", folder.Read("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_same_call_made_by_different_methods_of_the_framework_stays_two_places()
    {
        using TemporaryFolder folder = new();
        BlockedSite logger = Site("A", 300) with { Via = "ConsoleLoggerProcessor.Enqueue" };
        Write(folder, Header(), Moment(0, threads: 4, queue: 9), Sites(logger, logger with { Via = "RuntimeResourceSet.GetObject" }), new WatchEnd(RunOutcome.Finished, "", Second));

        WatchReport report = WatchFolder.Write(folder.Path);

        Assert.Equal(2, report.Blocked!.Sites.Count);
        Assert.Contains("2 threads in Thread.Sleep in ConsoleLoggerProcessor.Enqueue  <- A", folder.Read("report.md"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_wait_without_a_name_leaves_no_gap_in_its_line() =>
        Assert.Contains("2 threads in a wait  <- A", WatchText.Line(Site("A", 300) with { Call = "" }), StringComparison.Ordinal);

    /// <summary>"99.96%" has six characters in a column of five.</summary>
    [Fact]
    public void Places_stand_below_one_another_whatever_their_shares()
    {
        List<string> lines = [.. WatchText.Lines([Site("A", 300) with { Share = 0.9996 }, Site("B", 300) with { Share = 0.0004 }])
            .Where(line => line.Contains("  <- ", StringComparison.Ordinal))];

        Assert.StartsWith("99.96%  ", lines[0], StringComparison.Ordinal);
        Assert.StartsWith(" 0.04%  ", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public void Who_holds_a_lock_and_how_often_it_can_be_had_stands_below_the_place()
    {
        BlockedSite site = Site("Orders.Pay", 300) with { Kind = BlockingKind.Lock, Call = "Monitor.Enter", Holder = new BlockedHolder("Thread.Sleep", "Orders.Ship", "/src/Orders.cs", 30, 10, 1) };

        Assert.Equal("held in Thread.Sleep called by Orders.Ship (Orders.cs:30), for at least about 10 ms each time: about 100 per second at most", WatchText.Lines([site, site]).Single(line => line.Contains("held", StringComparison.Ordinal)).Trim());
    }

    [Fact]
    public void A_load_of_which_all_requests_failed_is_told_by_how_they_failed()
    {
        using TemporaryFolder folder = new();
        WatchInterval refused = Interval(0, 1000, 20);
        Write(folder, Header(), Moment(0, threads: 4, queue: 0), new WatchLoad("GET", "http://127.0.0.1/", "2 users", 0),
            refused with { Load = refused.Load with { Count = 0, Histogram = HistogramCodec.Encode(new Histogram()), Errors = new Dictionary<string, long> { ["status 422"] = 10_757 } } }, new WatchEnd(RunOutcome.Finished, "", Second));

        WatchReport report = WatchFolder.Write(folder.Path);

        Assert.Contains("0 answers, 10,757 failed (10,757 of status 422)", folder.Read("report.md"), StringComparison.Ordinal);
        Assert.Equal("No request of the load succeeded: 10,757 of status 422.", Assert.Single(report.Warnings).What);
    }

    [Fact]
    public void A_load_that_was_never_answered_is_not_called_refused()
    {
        Doubt? doubt = WatchText.OnlyFailures(0, new Dictionary<string, long> { ["timed out"] = 40 });

        Assert.Equal("What was watched is a process that does not answer this load.", doubt?.Why);
        Assert.Null(WatchText.OnlyFailures(1, new Dictionary<string, long> { ["timed out"] = 40 }));
    }

    [Fact]
    public void The_time_of_threads_is_told_in_shares_of_the_whole_watch()
    {
        using TemporaryFolder folder = new();
        WatchSample moment = Moment(0, threads: 4, queue: 0) with
        {
            Processors = new ProcessorFigures(0.5, 0.5, 0.1, 4, 0.4, 0.4),
            Samples = [new PoolSample(0, 4, 3, 100, 0, 0, 0)],
        };
        Write(folder, Header(), moment, Sites(Site("Orders.Pay", 2000)), new WatchEnd(RunOutcome.Finished, "", Second));

        WatchFolder.Write(folder.Path);

        Assert.Contains("10% working, 10% waiting for a processor, 55% blocked (most in Thread.Sleep called by Orders.Pay), 0% paused by the collector, 25% idle", folder.Read("report.md"), StringComparison.Ordinal);
        Assert.Contains("of 0.5 that it may use", folder.Read("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public void Names_from_the_process_cannot_become_markup()
    {
        using TemporaryFolder folder = new();
        Write(folder, Header() with { Process = new ProcessIdentity(7, "<script>alert(1)</script>", null) }, Moment(0, threads: 4, queue: 0), new WatchEnd(RunOutcome.Finished, "", Second));

        WatchFolder.Write(folder.Path);

        Assert.DoesNotContain("<script>alert", folder.Read("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_classic_line_is_that_of_the_articles() => Assert.Equal(
        "At 14:02:07 - # of threads in use is 3, avail worker: 32764, ports: 0",
        WatchText.Classic(Moment(0, threads: 4, queue: 0), new DateTimeOffset(2026, 1, 2, 14, 2, 7, TimeSpan.Zero)));

    private static string[] Files(TemporaryFolder folder) => [folder.Read("report.html"), folder.Read("report.md"), folder.Read("report.json")];

    private static void Write(TemporaryFolder folder, params WatchRecord[] records)
    {
        using WatchJournal journal = new(folder.Path);
        foreach (WatchRecord record in records)
            journal.Append(record);
    }

    private static WatchHeader Header() => new()
    {
        Schema = WatchJournal.Schema,
        ToolVersion = "0.1.0",
        Command = "syncopate watch 7",
        StartedUtc = new DateTimeOffset(2026, 1, 2, 14, 2, 0, TimeSpan.Zero),
        Machine = new Machine(".NET 10.0.0", "Test", "X64", 2, 1, null),
        Process = new ProcessIdentity(7, "Shop.Api", "10.0.0"),
        Missing = [],
    };

    private static WatchInterval Interval(int from, int to, double milliseconds)
    {
        Histogram latencies = new();
        latencies.Record((long)(milliseconds * 1e6));
        return LoadIntervals.Of(
            from * 1_000_000L, to * 1_000_000L, latencies, milliseconds * 1e6, new Dictionary<string, long>());
    }

    private static WatchSample Moment(int second, int threads, long queue) => new()
    {
        FromNanoseconds = second * Second,
        ToNanoseconds = (second + 1) * Second,
        SilentNanoseconds = 0,
        LostEvents = 0,
        CpuNanoseconds = Second / 4,
        Pool = new PoolFigures { Threads = threads, InUse = 3, MostInUse = 3, Blocked = 1, Minimum = 2, Maximum = 32_767, Ports = 0, QueueLength = queue, LongestQueue = queue, CompletedPerSecond = 50 },
        Runtime = new RuntimeFigures
        {
            LockContentionsPerSecond = 0,
            Timers = 1,
            ExceptionsPerSecond = 0,
            AllocatedBytesPerSecond = 1e6,
            HeapBytes = 5_000_000,
            MemoryBytes = 50_000_000,
            Gen0Collections = 1,
            Gen1Collections = 0,
            Gen2Collections = 0,
            PauseShare = 0.001,
        },
        Adjustments = [],
        Samples = [],
    };

    private static WatchSites Sites(params BlockedSite[] sites) => new(Second, new BlockedSites { WindowMilliseconds = 1000, Threads = 4, LostEvents = 0, Sites = sites });

    private static BlockedSite Site(string place, double milliseconds) => new()
    {
        Kind = BlockingKind.Sleep,
        Call = "Thread.Sleep",
        Place = place,
        IsSyncOverAsync = false,
        IsSampled = true,
        Threads = 2,
        Waits = 4,
        BlockedMilliseconds = milliseconds,
        LongestMilliseconds = milliseconds,
        Share = 1,
        Frames = ["Thread.Sleep", place],
    };
}
