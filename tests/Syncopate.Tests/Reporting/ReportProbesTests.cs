using Syncopate.Tests.Measuring;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Where forms blocked their threads, as the reason for a result.</summary>
public sealed class ReportProbesTests
{
    /// <summary>By hand: 11,000 ms in 1,000.25 ms are 11 threads at a time.</summary>
    [Fact]
    public void The_place_that_blocks_most_is_named_with_its_threads() => Assert.EndsWith(
        " With sync, on average 11 of 13 pool threads were blocked in Task.Wait called by Orders.Pay (Orders.cs:12), serving GET /orders: "
            + "sync over async.",
        Why(JournalExamples.Probe),
        StringComparison.Ordinal);

    [Fact]
    public void Other_places_are_counted()
    {
        BlockedSite place = JournalExamples.Probe.Sites.Sites[0];
        BlockedSite other = place with
        {
            Kind = BlockingKind.Sleep,
            Call = "Thread.Sleep",
            Place = "Orders.Ship",
            File = null,
            Line = null,
            Route = null,
            IsSyncOverAsync = false,
            BlockedMilliseconds = 2000,
        };

        Assert.EndsWith(
            "blocked in Task.Wait called by Orders.Pay (Orders.cs:12), serving GET /orders, and 2.0 at other places: sync over async.",
            Why(Probe([place, other])),
            StringComparison.Ordinal);
        Assert.EndsWith(
            " With sync, on average 2.0 of 13 pool threads were blocked in Thread.Sleep called by Orders.Ship.", Why(Probe([other])),
            StringComparison.Ordinal);
    }

    /// <summary>One thread is no average of several: 900 of 1,000 ms.</summary>
    [Fact]
    public void A_pool_of_one_thread_is_blocked_for_a_share_of_the_time()
    {
        BlockedSites sites = JournalExamples.Probe.Sites with { Threads = 1, WindowMilliseconds = 1000 };
        FormProbe probe = JournalExamples.Probe with
        {
            Sites = sites with { Sites = [sites.Sites[0] with { BlockedMilliseconds = 900 }] },
        };

        Assert.Contains(
            " With sync, its only pool thread was blocked 90% of the time in Task.Wait ", Why(probe), StringComparison.Ordinal);
    }

    /// <summary>A wait that the window cut is as long as it was, and "105% of the time" was what one thread stood.</summary>
    [Fact]
    public void No_more_is_blocked_than_there_is()
    {
        BlockedSites sites = JournalExamples.Probe.Sites with { Threads = 1, WindowMilliseconds = 1000 };
        BlockedSites longer = sites with { Sites = [sites.Sites[0] with { BlockedMilliseconds = 1050 }] };

        Assert.Contains("was blocked 100% of the time in ", Why(JournalExamples.Probe with { Sites = longer }), StringComparison.Ordinal);
        BlockedSites few = JournalExamples.Probe.Sites with { Threads = 11, WindowMilliseconds = 900 };
        Assert.Contains("on average 11 of 11 pool threads", Why(JournalExamples.Probe with { Sites = few }), StringComparison.Ordinal);
        FormProbe none = JournalExamples.Probe with { Sites = sites with { Threads = 0, Sites = [] } };
        Assert.EndsWith(" Sync had no pool thread when it was sampled.", Why(none), StringComparison.Ordinal);
    }

    [Fact]
    public void A_form_that_blocks_nothing_is_said_to() =>
        Assert.EndsWith(" Sync blocked none of its 13 pool threads.", Why(Probe([])), StringComparison.Ordinal);

    /// <summary>A thread that stood for 400 of 1,000 ms was "none of its pool threads".</summary>
    [Fact]
    public void A_form_that_blocks_a_little_is_not_said_to_block_nothing()
    {
        BlockedSites sites = JournalExamples.Probe.Sites with { WindowMilliseconds = 1000 };
        FormProbe Blocked(double milliseconds, int threads) => JournalExamples.Probe with
        {
            Sites = sites with
            {
                Threads = threads,
                Sites = [sites.Sites[0] with { BlockedMilliseconds = milliseconds }],
            },
        };

        Assert.EndsWith(
            " Sync blocked none of its 13 pool threads for half of the time or longer: 0.4 of them on average, most in Task.Wait called by "
                + "Orders.Pay (Orders.cs:12).",
            Why(Blocked(400, threads: 13)),
            StringComparison.Ordinal);
        Assert.EndsWith(
            " Sync blocked its only pool thread 40% of the time, most in Task.Wait called by Orders.Pay (Orders.cs:12).",
            Why(Blocked(400, threads: 1)),
            StringComparison.Ordinal);
        Assert.EndsWith(" Sync blocked none of its 13 pool threads.", Why(Blocked(40, threads: 13)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_place_that_is_known_by_its_route_only_is_named_once() => Assert.EndsWith(
        "blocked in Task.Wait while serving GET /orders: sync over async.",
        Why(Probe([JournalExamples.Probe.Sites.Sites[0] with { Place = "GET /orders", File = null, Line = null }])),
        StringComparison.Ordinal);

    [Fact]
    public void Nothing_is_said_when_nobody_looked() => Assert.DoesNotContain("blocked in", Why(null), StringComparison.Ordinal);

    private static FormProbe Probe(IReadOnlyList<BlockedSite> sites) =>
        JournalExamples.Probe with { Sites = JournalExamples.Probe.Sites with { Sites = sites } };

    private static string Why(FormProbe? probe)
    {
        Journaling.JournalReading run =
            Journals.Run(Journals.TwoForms, Journals.Rounds(8, (Form.Sync, [200, 200]), (Form.Async, [200, 200])));
        JournalRecord[] probes = probe is null ? [] : [probe with { Experiment = Journals.TwoForms.Id }];
        return Assert.Single(
            Journals.Report(
                run with { Records = [.. run.Records.SkipLast(1), .. probes, run.Records[^1]] }).Experiments).Why;
    }
}
