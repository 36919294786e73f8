using Syncopate.Experiments.Bundled;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class CallCostTests
{
    private static Dictionary<string, double> Plain => [];

    [Fact]
    public void The_cost_of_a_call_is_the_difference_of_the_loops_over_their_calls()
    {
        CallCost? cost = Assert.Single(CallCosts.Loops(("yield", 1, 3, Plain)).Experiments).Cost;

        Assert.NotNull(cost);
        Assert.Equal((1000, 1000.0, 3000.0, 2000.0), (cost.LoopLength, cost.SyncNanoseconds, cost.AsyncNanoseconds, cost.AddedNanoseconds));
        Assert.Equal((2000.0, 2000.0), (cost.LowNanoseconds, cost.HighNanoseconds));
    }

    [Fact]
    public void Work_must_last_as_long_as_the_cost_over_the_share()
    {
        IReadOnlyList<BreakEven> evens = BreakEven.Of(2000, 1000, 4000);

        Assert.Equal([15, 5, 1], evens.Select(e => e.Percent));
        Assert.Equal([2e-3 / 0.15, 0.04, 0.2], evens.Select(e => e.Milliseconds), (a, b) => Math.Abs(a - b) < 1e-12);
        Assert.Equal((0.1, 0.4), (evens[^1].LowMilliseconds, evens[^1].HighMilliseconds));
    }

    [Theory]
    [InlineData(-0.1, 3000.0)]
    [InlineData(0.0, 3000.0)]
    [InlineData(null, null)]
    public void Where_no_cost_is_shown_no_length_of_work_is_claimed(double? low, double? high) =>
        Assert.Empty(BreakEven.Of(2000, low, high));

    [Fact]
    public void Too_few_rounds_carry_no_interval_and_claim_no_length()
    {
        Experiment experiment = Journals.TwoForms with
        {
            Load = new CallsInProcess(1, 1000),
            Workload = Journals.TwoForms.Workload with { UseCase = UseCase.TightLoop },
        };

        ExperimentReport report = Assert.Single(
            Journals.Report(
                Journals.Run(experiment, Journals.Rounds(3, (Form.Sync, [1]), (Form.Async, [3])))).Experiments);

        Assert.Equal(2000, report.Cost?.AddedNanoseconds);
        Assert.Null(report.Cost?.LowNanoseconds);
        Assert.Empty(report.Cost?.BreakEvens ?? []);
    }

    [Fact]
    public void Only_experiments_that_ask_about_calls_have_a_cost() =>
        Assert.Null(
            Assert.Single(
                Journals.Report(
                    Journals.Run(
                        Journals.TwoForms, Journals.Rounds(8, (Form.Sync, [1]), (Form.Async, [3])))).Experiments).Cost);

    [Fact]
    public void What_a_level_costs_is_the_slope_between_the_shallowest_and_the_deepest_chain()
    {
        ReportDocument document = CallCosts.Loops(
            ("1 deep", 1, 2, Deep(1)), ("20 deep", 1, 21, Deep(20)), ("5 deep", 1, 99, Deep(5)));

        Assert.Contains("adds 1 µs", Reason(document, "Each level deeper, C# state machines"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_published_figure_stands_beside_todays()
    {
        ReportDocument document = CallCosts.Loops(("yield", 1, 3, Plain), ("1 ms per call", 1000, 1005, Plain));
        GroupReport group = Assert.Single(document.Groups);

        Assert.Equal(("+0.5%", "with “1 ms per call”, +15% when published"), (group.Figure, group.Meaning));
        string told = Reason(document, "Then and now");
        Assert.Contains("+15%: 0.15 ms per call", told, StringComparison.Ordinal);
        Assert.Contains("Today: +0.5%", told, StringComparison.Ordinal);
        Assert.Contains("5 µs", told, StringComparison.Ordinal);
    }

    [Fact]
    public void The_guideline_of_50_ms_is_measured_against_the_most_expensive_await()
    {
        ReportDocument document =
            CallCosts.Loops(("cheap", 1, 3, Plain), ("dear", 1, 6, Plain), ("whole loop", 1, 50, new() { ["awaitsPerLoop"] = 1 }));

        string told = Reason(document, "Break-even");

        Assert.Contains("even the most expensive of these stays below 1% from 100× shorter work on", told, StringComparison.Ordinal);
        Assert.DoesNotContain("whole loop", told, StringComparison.Ordinal);
    }

    [Fact]
    public void A_dear_await_is_not_called_cheap() =>
        Assert.Contains(
            "the most expensive of these needs 99.9 ms to stay below 1%",
            Reason(CallCosts.Loops(("dear", 1, 1000, Plain)), "Break-even"), StringComparison.Ordinal);

    [Fact]
    public void A_first_call_is_told_beside_the_article()
    {
        ReportDocument document = CallCosts.FirstCalls(24, 386);
        GroupReport group = Assert.Single(document.Groups);

        Assert.Equal("21.2 ms", group.Figure);
        Assert.Contains(
            "24 methods compiled; up to 386 for the others in this table", Reason(document, "Then and now"), StringComparison.Ordinal);
        Assert.Contains("held for 20 ms", Reason(document, "Runtime 0"), StringComparison.Ordinal);
        Assert.Contains("adds 20 ms", Reason(document, "One-time cost"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_process_that_tells_only_its_memory_is_not_said_to_have_no_threads()
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, [1]), (Form.Async, [3]))
            .Select(s => s with { Target = TargetUse.OfCpu(1_000_000, allocatedBytes: 4096) });

        FormReport form = Assert.Single(Journals.Report(Journals.Run(Journals.TwoForms, slots)).Experiments).Forms[0];

        Assert.Equal((null, null, 4096.0), (form.Threads, form.QueueLength, form.BytesPerRequest));
    }

    [Fact]
    public void The_summary_tells_what_awaiting_adds_and_the_page_how_long_a_loop_is()
    {
        ReportDocument document = CallCosts.Loops(("yield", 1, 3, Plain));

        Assert.Contains("yield: awaiting adds 2 µs (2 µs to 2 µs) to a call.", document.Summary, StringComparison.Ordinal);
        Assert.Contains("a mean is that of a whole loop: 1,000 calls", Page(document), StringComparison.Ordinal);
    }

    [Fact]
    public void A_ratio_and_its_interval_are_in_one_unit() =>
        Assert.Equal(("5.38×", "538%", "18.2×"), (Wording.Share(5.38, like: 18.2), Wording.Share(5.38), Wording.Share(18.2)));

    [Fact]
    public void A_pool_that_starves_is_remembered_by_the_largest_gain_that_is_decided()
    {
        ExperimentReport Cell(int rounds, double sync) => Assert.Single(Journals.Report(Journals.Run(
            Journals.TwoForms with
            {
                Title = "Thread.Sleep",
                Group = new ExperimentGroup("starvation", "A pool", "Who?", "Thread.Sleep", "The pool as it is"),
            },
            Journals.Rounds(rounds, (Form.Sync, [sync]), (Form.Async, [200])))).Experiments);

        GroupReport decided = Assert.Single(ReportGroups.Of([Cell(8, 1000)], BundledExperiments.Explanations));
        GroupReport open = Assert.Single(ReportGroups.Of([Cell(1, 1000)], BundledExperiments.Explanations));

        Assert.Equal(("5.00×", "lower latency with await, Thread.Sleep"), (decided.Figure, decided.Meaning));
        Assert.Equal(("5.00×", "lower latency with await so far, Thread.Sleep: not decided"), (open.Figure, open.Meaning));
        Assert.Contains("30 items queued", Assert.Single(decided.Why).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Page_and_Markdown_hold_the_table()
    {
        ReportDocument document = CallCosts.Loops(("yield", 1, 3, Plain), ("dear", 1, 50, Plain));
        string markdown = ReportMarkdown.Write(document);

        string page = ReportPage.Write(document, ReportJson.Write(document), markdown);

        Assert.Contains("What one await costs, and its break-even", page, StringComparison.Ordinal);
        Assert.Contains("| yield | 2 µs (2 µs to 2 µs) | 13.3 µs | 40 µs | 0.2 ms |", markdown, StringComparison.Ordinal);
        Assert.DoesNotContain("Commands</th>", page, StringComparison.Ordinal);
        Assert.Contains("Where the time of a first call goes", Page(CallCosts.FirstCalls(24)), StringComparison.Ordinal);
    }

    private static string Page(ReportDocument document) =>
        ReportPage.Write(document, ReportJson.Write(document), ReportMarkdown.Write(document));

    private static Dictionary<string, double> Deep(int levels) => new() { ["awaitsDeep"] = levels, ["waitsOnce"] = 1 };

    private static string Reason(ReportDocument document, string title) =>
        Assert.Single(Assert.Single(document.Groups).Why, r => r.Title == title).Text;
}
