using Syncopate.Experiments.Bundled;
using Syncopate.Reporting;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Sentences and figures of runs and comparisons that were false under conditions that are rare.</summary>
public sealed class UnlikelyConditionTests
{
    private static readonly double[] Slow = [1000, 1200, 1000, 1200];

    private static readonly double[] Fast = [200, 200, 200, 200];

    private static readonly Experiment AtRate =
        Journals.TwoForms with { Load = Arrivals.AtRate(100, TimeSpan.FromSeconds(2)) };

    private static readonly Experiment Targets =
        Journals.TwoForms with { Workload = Journals.TwoForms.Workload with { UseCase = UseCase.Undescribed } };

    /// <summary>"100%" stood beside "loss", with an interval from "100%" on.</summary>
    [Theory]
    [InlineData(1.004, "100.4%")]
    [InlineData(0.996, "99.6%")]
    [InlineData(1, "100%")]
    [InlineData(0.6, "60%")]
    [InlineData(1.2, "120%")]
    public void A_share_that_is_not_all_does_not_look_like_it(double ratio, string expected) =>
        Assert.Equal(expected, Wording.Share(ratio));

    /// <summary>A margin is a factor: ±50% reaches from 0.667 to 1.5. Of 0.6 to 1.2 it was said to reach beyond ±50%.</summary>
    [Fact]
    public void An_interval_within_the_percentage_of_a_margin_is_not_said_to_reach_beyond_it()
    {
        IEnumerable<Slot> slots = Enumerable.Range(1, 8).SelectMany(r => new[]
        {
            Journals.Slot(r, 1, Form.Sync, [100]), Journals.Slot(r, 2, Form.Async, [r % 2 == 0 ? 120 : 60]),
        });

        Comparison primary = Report(slots, Journals.TwoForms with { MarginPercent = 50 }).Comparisons[0];

        Assert.InRange(primary.Low ?? 0, 0.5, 0.667);
        Assert.InRange(primary.High ?? 0, 1, 1.5);
        Assert.Contains(" contains 1 and reaches below 0.667, where ±50% ends (1 ÷ 1.5", primary.Reason, StringComparison.Ordinal);
    }

    /// <summary>There are no users at a rate, of which it was said that they were idle, and that fewer of them help.</summary>
    [Fact]
    public void At_a_rate_nothing_is_said_of_users()
    {
        ReportDocument document = Journals.Report(Journals.Run(
            AtRate,
            Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
                .Select(s => s with { InFlightShare = s.Form == Form.Sync ? 0.8 : 0.99, GeneratorBusyShare = 0.95 })));
        ExperimentReport report = Assert.Single(document.Experiments);
        Doubt late = Assert.Single(report.Doubts, d => d.Code == "little-law");
        string page = ReportPage.Write(document, "{}", "");

        Assert.Equal(
            "In the median slot, requests were in flight 80% of the time with sync, 99% of the time with async, counted from when they "
                + "were due.",
            late.What);
        Assert.All(report.Doubts, d => Assert.DoesNotContain("users", d.What + d.Why + d.Try, StringComparison.Ordinal));
        Assert.Contains(report.Doubts, d => d.Try.StartsWith("Use a lower rate, ", StringComparison.Ordinal));
        Assert.DoesNotContain("the users had", page, StringComparison.Ordinal);
        Assert.Contains("Requests waited to be sent", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1, "Requests were sent when they were due", "In every slot requests were in flight at least 100% of the time")]
    [InlineData(0.95, "Requests waited now and then to be sent", "In the worst slot requests were in flight 95% of the time")]
    public void At_a_rate_the_page_says_whether_requests_were_sent_when_due(double share, string title, string said)
    {
        ReportDocument document = Journals.Report(Journals.Run(
            AtRate,
            Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)).Select(s => s with { InFlightShare = share })));

        string page = ReportPage.Write(document, "{}", "");

        Assert.Contains(title, page, StringComparison.Ordinal);
        Assert.Contains(said, page, StringComparison.Ordinal);
    }

    /// <summary>What may be in flight at most, 1,000, was taken for users: of 30 items with one request in flight it was said that the pool
    /// hardly ran short, and --users was advised, which at a rate adds no request.</summary>
    [Theory]
    [InlineData(30, "at most 30 items queued for a thread at once, so that a difference could have shown.")]
    [InlineData(0, "a difference between blocking and awaiting could not show. Try a higher --rate.")]
    public void At_a_rate_the_queue_is_held_against_what_was_in_flight(long queued, string expected)
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Fast), (Form.Async, Fast))
            .Select(s => s with { Target = new TargetUse(40_000_000, 81_920, 0, 0, 0, 0, 0, 4, queued) });

        ExperimentReport report = Report(slots, Targets with { Load = AtRate.Load });

        Assert.EndsWith(expected, report.LoadAdequacy.Sentence, StringComparison.Ordinal);
        Assert.Equal(queued > 0, report.LoadAdequacy.Enough);
    }

    [Fact]
    public void At_a_rate_a_picture_has_no_users()
    {
        ExperimentReport ofUsers = ReportSpecimen.IoBound();

        string atRate = PageTimeline.Figures(ofUsers with { Load = AtRate.Load }, "x").ToString();

        Assert.Contains("one row is one user", PageTimeline.Figures(ofUsers, "x").ToString(), StringComparison.Ordinal);
        Assert.Contains("one row is one request at a time", atRate, StringComparison.Ordinal);
        Assert.DoesNotContain(" user", atRate, StringComparison.Ordinal);
    }

    /// <summary>"10 to 10 users, 1 more every 5 s", of whom nobody is added.</summary>
    [Fact]
    public void Steps_of_which_there_is_one_add_nobody()
    {
        SteppedUsers steps = new(10, 1, 10, TimeSpan.FromSeconds(5));

        Assert.Equal("10 users for 5 s", LoadText.Of(steps));
        Assert.Equal("10 users for 5,000 ms", ReportLoad.Words(steps, "request"));
        Assert.Equal("1 to 10 users, 3 more every 5 s", LoadText.Of(new SteppedUsers(1, 3, 10, TimeSpan.FromSeconds(5))));
    }

    [Fact]
    public void A_ramp_is_not_summed_up_by_its_end()
    {
        Experiment ramp = Journals.TwoForms with { Load = new Arrivals(10, 100, TimeSpan.FromSeconds(2)) };

        ReportDocument document = Journals.Report(
            Journals.Run(ramp, Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))));

        Assert.Contains(" at 10 to 100 per second: ", document.Summary, StringComparison.Ordinal);
    }

    /// <summary>"Sync had 0.4 calls waiting on average, async –", and "They kept –, – processors busy".</summary>
    [Fact]
    public void Of_a_form_without_a_rate_no_law_that_needs_one_is_told()
    {
        static IEnumerable<Slot> Late(params Form[] forms) => Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => forms.Contains(s.Form) ? s with { Drained = s.Count } : s);

        string waiting = Report(Late(Form.Async)).Why;
        string half = Report(Late(Form.Async), Targets).Why;
        string none = Report(Late(Form.Sync, Form.Async), Targets).Why;

        Assert.DoesNotContain("Little", waiting, StringComparison.Ordinal);
        Assert.Contains("(sync) processors busy.", half, StringComparison.Ordinal);
        Assert.DoesNotContain("processors busy", none, StringComparison.Ordinal);
    }

    /// <summary>Slots in which the monitor was silent have no bytes, and their requests were counted: what a request allocates was
    /// halved.</summary>
    [Fact]
    public void What_a_request_allocates_is_of_the_slots_that_report_it()
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => s.Round % 2 == 0 ? s with { Target = TargetUse.OfCpu(40_000_000) } : s);

        FormReport sync = Report(slots).Forms[0];

        Assert.Equal((20_480.0, 10.0), (sync.BytesPerRequest ?? 0, sync.CpuPerRequest ?? 0));
    }

    /// <summary>Servers that ran before have no log in the folder of the run.</summary>
    [Fact]
    public void A_log_is_promised_of_servers_alone_that_the_tool_started()
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => s with { Errors = new Dictionary<string, long> { ["status 503"] = 1 } });

        ExperimentReport report = Report(slots, Targets);

        Assert.Contains(
            "that of a server that the tool started is in",
            Assert.Single(report.Doubts, d => d.Code == "errors").Try,
            StringComparison.Ordinal);
        Assert.Contains("8 rounds: no valid number", PageIntervals.Strip(report, "x").ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void No_time_is_more_than_all_of_it()
    {
        ReportDocument document = Journals.Report(Journals.Run(
            Journals.TwoForms,
            Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)).Select(s => s with { InFlightShare = 1.02 })));

        Assert.Contains("in flight at least 100% of the time", ReportPage.Write(document, "{}", ""), StringComparison.Ordinal);
    }

    /// <summary>"load 2.0" on 2 cores, and that they are busy.</summary>
    [Theory]
    [InlineData(2.04, ", load 2.04. Seed 7.", 2)]
    [InlineData(1.3, ", load 1.3. Seed 7.", 1)]
    public void A_load_that_is_warned_of_is_seen_to_be_above_the_cores(double load, string expected, int lines)
    {
        List<string> said = [];

        MachineLines.Say(Journals.Header.Machine with { LoadAverage = load }, "1.0.0", 7, said.Add);

        Assert.EndsWith(expected, said[0], StringComparison.Ordinal);
        Assert.Equal(lines, said.Count);
    }

    [Theory]
    [InlineData(0.4, "0.4 B")]
    [InlineData(0, "0 B")]
    [InlineData(12.3, "12 B")]
    public void Less_than_a_byte_is_not_none(double bytes, string expected) =>
        Assert.Equal(expected, FigureText.Bytes(bytes));

    /// <summary>A viewer of Markdown shows an entity as the character that it names.</summary>
    [Fact]
    public void A_name_with_an_entity_is_shown_as_it_is() =>
        Assert.Equal(@"a \&lt;b\&gt; c", ReportMarkdown.Escape("a &lt;b&gt; c"));

    /// <summary>Below "used 17% less processor time" the bars were latencies, of which the longer one may be the winner's.</summary>
    [Fact]
    public void The_bars_of_a_card_are_what_its_sentence_compares()
    {
        ExperimentReport whole = ReportSpecimen.CpuBound();
        Comparison gain = ReportSpecimen.Mean(Form.Sync, Form.Async, 0.8, (0.7, 0.9), Verdict.Gain);
        ExperimentReport experiment = whole with
        {
            Comparisons = [gain with { Metric = Metric.CpuPerRequest }],
            Forms = [.. whole.Forms.Select((form, i) => form with { CpuPerRequest = 5 - i })],
        };

        string card = ReportCard.Write(ReportSpecimen.Document() with { Experiments = [experiment] });

        Assert.Contains(">5 ms CPU", card, StringComparison.Ordinal);
        Assert.Contains(">4 ms CPU", card, StringComparison.Ordinal);
        Assert.DoesNotContain(">88.1 ms", card, StringComparison.Ordinal);
    }

    /// <summary>To who cannot see it a strip said "1 pool threads at first".</summary>
    [Fact]
    public void A_pool_of_one_thread_has_one_thread()
    {
        ExperimentReport experiment = ReportSpecimen.IoBound() with
        {
            Pictures =
            [
                new(
                    Form.Sync,
                    "Sync",
                    1,
                    1_000_000_000,
                    [],
                    [new PoolSample(0, 1, 1, 0, 0, 0, 0), new PoolSample(100_000_000, 2, 2, 0, 0, 0, 0)]),
            ],
        };

        Assert.Contains(
            "Sync: 1 pool thread at first, 2 at most, 2 at last",
            PageTimeline.Figures(experiment, "x").ToString(),
            StringComparison.Ordinal);
    }

    /// <summary>"In 1 asynchronous calls", "1 of 1 accesses", "98.1% to 98.1%", and "100%" beside "loss".</summary>
    [Fact]
    public void A_table_of_one_access_speaks_of_one()
    {
        ExperimentReport whole = ReportSpecimen.IoBound();
        Comparison mean = ReportSpecimen.Mean(Form.Sync, Form.Async, 1.0004, (1.0001, 1.0006), Verdict.Loss);
        ExperimentReport row = whole with
        {
            Group = new ExperimentGroup("ef", "Accesses", "Which?", "Read", "SQLite"),
            Comparisons = [mean, mean with { Metric = Metric.CpuPerRequest, Primary = false }],
            Published = [new(Form.Sync, "mean", 2, null, "then"), new(Form.Async, "mean", 1, null, "then")],
            Forms =
            [
                .. whole.Forms.Take(2).Select(form => form with
                {
                    Count = 1,
                    Counters = new Dictionary<string, double> { ["heldShare"] = 0.981, ["commandsPerCall"] = 1 },
                }),
            ],
        };

        string told = string.Join(' ', DataAccessText.Reasons([row]).Select(reason => reason.Text));

        Assert.Contains("In 1 asynchronous call the caller was held for 98.1% of the time before", told, StringComparison.Ordinal);
        Assert.Contains("more processor time in 1 and less in 0 of 1 access; half", told, StringComparison.Ordinal);
        Assert.Contains("100.04% (100.01% to 100.1%, loss) today", told, StringComparison.Ordinal);
    }

    private static ExperimentReport Report(IEnumerable<Slot> slots, Experiment? experiment = null) =>
        Assert.Single(Journals.Report(Journals.Run(experiment ?? Journals.TwoForms, slots)).Experiments);
}
