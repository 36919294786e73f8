using Syncopate.Journaling;
using Syncopate.Scan.Evidence;
using Syncopate.Scan.Reporting;
using Syncopate.Scan.Tests.Reporting;
using Syncopate.Watch;
using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Scan.Tests.Evidence;

public sealed class EvidenceTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-evidence-").FullName;

    [Fact]
    public void A_place_that_was_seen_says_how_often_how_long_and_what_awaiting_gives_back()
    {
        Finding save = Joined(Watched.Of(Watched.Site)).Findings.Single(f => f.Call == "context.SaveChanges()");

        Assert.Equal(37, save.Seen?.Waits);
        Assert.Equal(412, save.Seen!.MeanMilliseconds, 6);
        // Little: 37 / 60 waits a second of 0.412 s each.
        Assert.Equal(37.0 / 60 * 0.412, save.Seen.Threads, 6);
        Assert.EndsWith(" Seen 37 times in 60 s, 412 ms each: awaiting gives 0.254 threads back to the pool.", save.Message);
    }

    [Fact]
    public void Other_blocking_findings_were_not_seen_and_what_does_not_block_is_neither()
    {
        ScanResult result = Joined(Watched.Of(Watched.Site));

        Assert.Equal(["SYNC2001", "SYNC2001", "SYNC2003", "SYNC2005"], result.Findings.Where(f => f.NotSeen).Select(f => f.Rule).Order());
        Assert.All(result.Findings.Where(f => f.Rule == "SYNC2006"), f => Assert.False(f.NotSeen || f.Seen is not null));
        Assert.DoesNotContain(result.Findings, f => f.Suppressed is not null && (f.NotSeen || f.Seen is not null));
    }

    [Fact]
    public void What_the_scan_does_not_know_is_listed_with_its_place()
    {
        ScanResult result = Joined(Watched.Of(Watched.Site with
        {
            Place = "Cache.Load",
            File = "/b/Cache.cs",
            Line = 5,
            Call = "Monitor.Enter"
        }));

        UnknownPlace place = Assert.Single(result.Unknown);
        Assert.Equal(("Monitor.Enter", "Cache.Load (Cache.cs:5)"), (place.Call, place.Where));
        Assert.Contains("  Monitor.Enter in Cache.Load (Cache.cs:5): seen 37 times, 412 ms each, POST /orders",
            ScanText.Lines(result, ScanGrouping.None).Select(l => l.ToString()));
    }

    [Fact]
    public void What_blocked_longest_comes_first()
    {
        ScanResult result = ScanRanking.Sort(Joined(Watched.Of(Watched.Site with
        {
            Line = 11,
            Place = "OrderService.Find",
            BlockedMilliseconds = 50_000
        }, Watched.Site)));

        Assert.Equal(["OrderService.Find(int)", "OrderService.Save(Order)"], result.Findings.Take(2).Select(f => f.Member));
        Assert.Equal("GET /orders/{id}", result.Entries[0].Name);
    }

    [Fact]
    public void No_thread_is_promised_where_the_driver_blocks_either_way()
    {
        BlockedSite sqlite = Watched.Site with
        {
            Frames = ["System.Threading.Thread.Sleep", "Microsoft.Data.Sqlite.SqliteCommand.ExecuteReader", "Shop.OrderService.Save"],
        };
        Finding save = Joined(Watched.Of(sqlite)).Findings.Single(f => f.Seen is not null);

        Assert.EndsWith("0.254 threads stood here on average.", save.Message);
        Assert.Contains(save.Cautions, c => c.Contains("await gains nothing", StringComparison.Ordinal));
    }

    [Fact]
    public void A_watch_that_never_looked_says_so_and_judges_nothing()
    {
        ScanResult result = Joined(Watched.Of() with { Blocked = null });

        Assert.DoesNotContain(result.Findings, f => f.NotSeen || f.Seen is not null);
        Assert.Contains("never sampled threads", Assert.Single(result.Evidence!.Sentences));
    }

    [Fact]
    public void A_journal_of_a_watch_is_read_as_it_was_written()
    {
        using (WatchJournal journal = new(_folder))
        {
            journal.Append(Watched.Header);
            journal.Append(new WatchSites(30 * Watched.Second, Watched.In60Seconds(Watched.Site) with { WindowMilliseconds = 1_000 }));
            journal.Append(new WatchSites(40 * Watched.Second, Watched.In60Seconds(Watched.Site) with { WindowMilliseconds = 1_000 }));
        }

        ScanResult result = Joined(WatchEvidence.Read(_folder));
        Assert.Equal(74, result.Findings.Single(f => f.Seen is not null).Seen?.Waits);
        Assert.Equal(2, result.Evidence?.LookedSeconds);
    }

    [Fact]
    public void A_folder_without_a_watch_is_refused_in_a_sentence() =>
        Assert.Contains("holds no watch.jsonl", Assert.Throws<ScanFailedException>(() => WatchEvidence.Read(_folder)).Message);

    [Fact]
    public void A_journal_of_a_newer_version_is_refused_by_its_reader()
    {
        using (WatchJournal journal = new(_folder))
            journal.Append(Watched.Header with { Schema = 99 });

        Assert.Throws<JournalException>(() => WatchEvidence.Read(_folder));
    }

    [Fact]
    public void The_plan_takes_wait_and_processor_time_from_what_was_measured()
    {
        string sentence = Planned(Watched.Of(Watched.Site) with { Load = Load("http://127.0.0.1:5000/orders") });

        // Half a core over 20 requests per second; 0.254 threads over 20 requests per second.
        Assert.StartsWith("POST /orders was measured at 20 requests per second: 25 ms on a core and 12.7 ms blocked a request. A plan for "
            + "50 users on 4 cores: ", sentence);
        Assert.Contains("blocking as now ", sentence);
        Assert.Contains("awaiting ", sentence);
        Assert.Matches(@"syncopate plan --cpu 24\.\d+ms --wait 12\.703ms --cores 4 --users 50$", sentence);
    }

    [Fact]
    public void What_a_look_itself_takes_of_a_core_is_not_taken_for_the_requests()
    {
        WatchEvidence evidence = Watched.Of(Watched.Site) with { Load = Load("http://127.0.0.1:5000/orders") };
        // Nobody looked in the last ten seconds, and a request then took a fifth of the processor time.
        IEnumerable<WatchSample> calm = evidence.Moments.Where(m => m.FromNanoseconds >= 60 * Watched.Second)
            .Select(m => m with { CpuNanoseconds = Watched.Second / 10, Server = new HttpFigures(5, 20, null) });
        evidence = evidence with { Moments = [.. evidence.Moments.Take(60), .. calm] };

        Assert.StartsWith("POST /orders was measured at 20 requests per second: 5 ms on a core and 12.7 ms blocked a request.",
            Planned(evidence));
    }

    [Fact]
    public void Without_a_load_on_one_address_there_is_no_plan_but_what_is_missing()
    {
        BlockedSite other = Watched.Site with { Line = 11, Route = "GET /orders/5" };

        Assert.StartsWith("No plan: processor time and requests of this entry alone are not known", Planned(Watched.Of(Watched.Site)));
        Assert.StartsWith("No plan: no thread was seen to block", Planned(Watched.Of()));
        Assert.StartsWith("No plan: the process reported no requests",
            Planned(Watched.Of(Watched.Site) with { Load = Load("http://a/orders"), Moments = [] }));
        Assert.StartsWith(
            "No plan: 50% of the blocked time belongs to POST /orders for certain",
            Planned(Watched.Of(Watched.Site, other) with { Load = Load("http://a/orders") }));
    }

    [Fact]
    public void A_task_that_may_itself_have_waited_for_a_thread_tells_no_wait()
    {
        WatchEvidence queued = Watched.Of(Watched.Site with { IsSyncOverAsync = true }) with { Load = Load("http://a/orders") };
        PoolFigures calm = new() { Threads = 4, QueueLength = 0, LongestQueue = 0, CompletedPerSecond = 20 };
        WatchEvidence unqueued = queued with { Moments = [.. queued.Moments.Select(m => m with { Pool = calm })] };

        Assert.StartsWith("No plan: the waits are for tasks", Planned(queued));
        Assert.StartsWith("No plan: the waits are for tasks",
            Planned(queued with { Moments = [.. queued.Moments.Select(m => m with { Pool = calm with { LongestQueue = 1 } })] }));
        Assert.StartsWith("POST /orders was measured", Planned(unqueued));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static ScanResult Joined(WatchEvidence evidence) => EvidenceJoin.Join(ScanSpecimen.Result(), evidence);

    private static string Planned(WatchEvidence evidence) =>
        new EntryPlan(50, null).Add(Joined(evidence), evidence, TestContext.Current.CancellationToken).Evidence!.Sentences[^1];

    private static WatchLoad Load(string url) => new("POST", url, "20 users", 0);
}
