using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Tests.Statistics;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Undecided is never empty-handed: which form the rounds point to, by how much, what is missing, and what
/// goes on from there.</summary>
public sealed class OpenVerdictTests
{
    private static readonly double[] Slow = [1000, 1200, 1000, 1200];

    private static readonly double[] Fast = [200, 200, 200, 200];

    // A comparison at 99 % has no early look, so that seven rounds stay open whatever they say.
    private static readonly Experiment Strict = Journals.TwoForms with { Confidence = Looks.HighConfidence };

    [Theory]
    [InlineData(1, "Points to async: faster in the only round, about 5.5 times (200 ms on average instead of 1,100 ms). Not decided yet: a verdict needs 8 rounds; 1 is complete.")]
    [InlineData(2, "Points to async: faster in both rounds, about 5.5 times (200 ms on average instead of 1,100 ms). Not decided yet: a verdict needs 8 rounds; 2 are complete.")]
    [InlineData(7, "Points to async: faster in 7 of 7 rounds, about 5.5 times (200 ms on average instead of 1,100 ms). Not decided yet: a verdict needs 8 rounds; 7 are complete.")]
    public void Rounds_that_agree_point_to_a_form(int rounds, string sentence)
    {
        ExperimentReport report = Report(Strict, Journals.Rounds(rounds, (Form.Sync, Slow), (Form.Async, Fast)));

        Assert.Equal(sentence, report.Sentence);
        Assert.Equal(
            (Form.Async, "undecided, points to async", rounds, 0),
            (report.Open?.PointsTo, report.Outcome, report.Comparisons[0].RoundsWon, report.Comparisons[0].RoundsLost));
    }

    [Fact]
    public void What_is_known_and_what_is_missing_stand_alone_too()
    {
        OpenVerdict? open = Report(Strict, Journals.Rounds(7, (Form.Sync, Slow), (Form.Async, Fast))).Open;

        Assert.Equal(
            new OpenVerdict(
                Form.Async, "Async was faster in 7 of 7 rounds, about 5.5 times (200 ms on average instead of 1,100 ms).",
                "A verdict needs 8 rounds; 7 are complete.", "syncopate run io-bound"),
            open);
    }

    [Fact]
    public void Rounds_that_disagree_point_nowhere()
    {
        ExperimentReport report = Report(Strict, Alternating(8, 150, 250));

        Assert.Null(report.Open?.PointsTo);
        Assert.Equal(("undecided", "Undecided: do not change code because of this result."), (report.Outcome, report.Advice));
        Assert.StartsWith("Undecided: ", report.Sentence, StringComparison.Ordinal);
        Assert.Contains(" in 4 of 8 rounds, ", report.Sentence, StringComparison.Ordinal);
        Assert.Equal(("4 of 8", "rounds won by “Async”: not decided"), PageKeyFigure.Of(report));
    }

    /// <summary>"Sync was faster in 0 of 3 rounds, with about 0% less time".</summary>
    [Fact]
    public void Of_two_that_took_the_same_neither_is_said_to_be_faster()
    {
        ExperimentReport report = Report(Strict, Journals.Rounds(3, (Form.Sync, Fast), (Form.Async, Fast)));

        Assert.Equal("", report.Open?.Known);
        Assert.Equal("Undecided: a verdict needs 8 rounds; 3 are complete.", report.Sentence);
    }

    [Fact]
    public void A_small_difference_in_a_few_rounds_points_nowhere()
    {
        ExperimentReport report = Report(Strict, Journals.Rounds(5, (Form.Sync, [220]), (Form.Async, Fast)));

        Assert.Null(report.Open?.PointsTo);
        Assert.StartsWith(
            "Undecided: async was faster in 5 of 5 rounds, with about 9.1% less time (200 ms on average instead of 220 ms).",
            report.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public void A_baseline_that_leads_is_pointed_to() =>
        Assert.Equal(Form.Sync, Report(Strict, Journals.Rounds(3, (Form.Sync, Fast), (Form.Async, Slow))).Open?.PointsTo);

    [Fact]
    public void Without_a_round_nothing_is_known()
    {
        OpenVerdict? open = Report(Strict, [Journals.Slot(1, 1, Form.Sync, Slow)]).Open;

        Assert.Equal((null, "", "A verdict needs 8 rounds; none is complete."), (open?.PointsTo, open?.Known, open?.Missing));
    }

    [Fact]
    public void Slots_that_are_not_valid_have_no_figure_and_no_direction()
    {
        ExperimentReport report = Report(
            Strict, Journals.Rounds(7, (Form.Sync, Slow), (Form.Async, Fast))
                .Select(s => s with { Errors = new Dictionary<string, long> { ["timeout"] = 4 } }));

        Assert.Equal((null, ""), (report.Open?.PointsTo, report.Open?.Known));
        Assert.Equal("Undecided: a slot had too many errors or no answer, so there is no valid number; see the doubts.", report.Sentence);
        Assert.Equal(("–", "no valid number"), PageKeyFigure.Of(report));
    }

    [Fact]
    public void A_lead_that_a_form_has_over_itself_points_nowhere()
    {
        Experiment experiment = Strict with { NoiseForm = Form.Sync };
        IEnumerable<Slot> slots = Journals.Rounds(7, (Form.Sync, Slow), (Form.Async, Fast))
            .Concat(
                Enumerable.Range(1, 7).Select(r =>
                    Journals.Slot(r, 3, Form.Sync, r % 2 == 0 ? [8000] : [140]) with { Kind = SlotKind.Noise }));

        Assert.Null(Report(experiment, slots).Open?.PointsTo);
    }

    [Fact]
    public void Servers_that_may_still_compile_point_nowhere()
    {
        Experiment computing = Strict with { Workload = Strict.Workload with { UseCase = UseCase.CpuBound } };

        Assert.Null(
            Report(
                computing, Journals.Rounds(7, (Form.Sync, Slow), (Form.Async, Fast))
                    .Select(s => s with { Unsettled = true })).Open?.PointsTo);
    }

    [Fact]
    public void A_decided_experiment_has_nothing_open() =>
        Assert.Null(Report(Journals.TwoForms, Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))).Open);

    /// <summary>By hand: three rounds in 5 s make 13.3 s for eight, with a reserve of 1.3 and 6 s for the start 23.3 s.</summary>
    [Theory]
    [InlineData("syncopate run --quick --seed 7", "quick", "io-bound delay", "syncopate run io-bound --quick")]
    [InlineData("syncopate run io-bound --quick --seed 7", "quick", "io-bound", "syncopate run io-bound")]
    [InlineData("syncopate run --postgres --seed 7 --probe", "default", "io-bound delay", "syncopate run io-bound --postgres --probe")]
    [InlineData("syncopate run io-bound --seed 7", "default", "io-bound", "syncopate run io-bound --full")]
    [InlineData("syncopate run --full --seed 7", "full", "io-bound delay", "syncopate run io-bound --full")]
    [InlineData("syncopate compare http://h/a 'http://h/b --budget 5s' --budget 10s --seed "
        + "7", "comparison", "io-bound", "syncopate compare http://h/a 'http://h/b --budget 5s' --budget 30s")]
    [InlineData("syncopate compare http://h/a http://h/b --seed 7", "comparison", "io-bound", "syncopate compare http://h/a http://h/b --budget 30s")]
    [InlineData("make bench", "quick", "io-bound", "")]
    [InlineData("", "quick", "io-bound", "")]
    public void The_command_goes_on_with_more(string command, string mode, string asked, string next)
    {
        RunHeader header = Journals.Header with { Command = command, Mode = mode, Experiments = asked.Split(' ') };

        ReportDocument report = Journals.Report(
            Journals.Of(
                [
                    header,
                    Strict,
                    .. Journals.Rounds(3, (Form.Sync, Slow), (Form.Async, Fast)).Select(InTwoSeconds),
                    Journals.Finished,
                ]));

        Assert.Equal(next, report.Experiments[0].Open?.Command);
    }

    [Theory]
    [InlineData(true, "syncopate run io-bound")]
    [InlineData(false, "syncopate run io-bound --agents 2 --join ...")]
    public void What_no_agent_can_send_goes_on_without_agents(bool isWithin, string next)
    {
        const string Command = "syncopate run --quick --seed 7 --agents 2 --join ...";
        RunHeader header = Journals.Header with { Command = Command, Mode = "quick", Experiments = ["io-bound"] };
        Experiment asked = isWithin ? Strict with { Load = new CallsInProcess(1, 1000) } : Strict;

        IEnumerable<Slot> rounds = Journals.Rounds(3, (Form.Sync, Slow), (Form.Async, Fast));
        ReportDocument report = Journals.Report(Journals.Of([header, asked, .. rounds, Journals.Finished]));

        Assert.Equal(next, report.Experiments[0].Open?.Command);
    }

    [Fact]
    public void Where_nobody_had_to_wait_a_comparison_asks_for_more_users()
    {
        RunHeader header = Journals.Header with
        {
            Command = "syncopate compare http://h/a http://h/b --users 1 --seed 7",
            Mode = "comparison",
        };
        Experiment own = Journals.TwoForms with
        {
            Workload = Journals.TwoForms.Workload with { UseCase = UseCase.Undescribed },
            Load = new UsersForTime(1, TimeSpan.FromSeconds(2)),
            Looks = 1,
        };
        // Journals.Slot has one
        IEnumerable<Slot> slots =
            Alternating(8, 150, 250).Select(s => s with { Target = s.Target! with { MaximumQueueLength = 0 } });

        ReportDocument report = Journals.Report(Journals.Of([header, own, .. slots, Journals.Finished]));

        Assert.Equal("syncopate compare http://h/a http://h/b --users 32", report.Experiments[0].Open?.Command);
    }

    [Fact]
    public void Several_open_questions_are_counted_by_where_they_point()
    {
        Experiment delay = Strict with { Id = "delay" };
        Experiment calm = Strict with { Id = "calm" };
        List<Slot> slots = Journals.Rounds(3, (Form.Sync, Slow), (Form.Async, Fast)).ToList();

        ReportDocument report = Journals.Report(Journals.Of([
            Journals.Header, Strict, delay, calm, .. slots, .. slots.Select(s => s with { Experiment = "delay" }),
            .. Journals.Rounds(3, (Form.Sync, Fast), (Form.Async, Fast)).Select(s => s with { Experiment = "calm" }), Journals.Finished]));

        Assert.Equal("2 of 3 experiments point to async. None is decided yet.", report.Headline);
    }

    [Fact]
    public void Questions_that_were_not_asked_are_told_once_and_are_no_failure()
    {
        Doubt Left(string id) => new(
            "not-asked", id, "It needs more rounds than a quick run has.", "It would stay undecided.", "Ask them with: syncopate run");

        ReportDocument report = Beside(Left("cpu-bound"), Left("ef"));

        Assert.Equal("Skipped in a quick run: cpu-bound, ef. Ask them with: syncopate run", report.NotAsked?.Sentence);
        Assert.Equal((false, 0, 0), (report.Partial, report.Warnings.Count, report.Missing.Count));
        Assert.Contains("Skipped in a quick run: cpu-bound, ef.", ReportMarkdown.Write(report), StringComparison.Ordinal);
        Assert.Contains("Skipped in a quick run: cpu-bound, ef.", ReportPage.Write(report, "{}", ""), StringComparison.Ordinal);
    }

    [Fact]
    public void Questions_without_time_are_missing_and_told_once()
    {
        Doubt Late(string id) => new(
            "no-time", id, $"'{id}' was skipped: the run had no time left for it.", "The machine was too busy.", "Use a quieter machine.");

        ReportDocument report = Beside(Late("cpu-bound"), Late("delay"));

        Assert.Equal(["No time was left for cpu-bound, delay. Use a quieter machine."], report.Missing);
        Assert.Equal((true, 0, null), (report.Partial, report.Warnings.Count, report.NotAsked));
    }

    [Fact]
    public void Page_and_markdown_show_the_figure_hollow_and_the_command()
    {
        ReportDocument report = Journals.Report(Journals.Run(Strict, Journals.Rounds(7, (Form.Sync, Slow), (Form.Async, Fast))));
        string page = ReportPage.Write(report, "{}", "");

        Assert.Matches("<b class=\"c-async hollow\">5\\.5[0-9]?×</b>", page);
        Assert.Contains("""Next: <code class="next">syncopate run io-bound</code>""", page, StringComparison.Ordinal);
        Assert.Contains("```sh\nsyncopate run io-bound\n```", ReportMarkdown.Write(report), StringComparison.Ordinal);
    }

    /// <summary>The one form that beats every other wins; where none does, only the pair that was asked about is reported.</summary>
    [Theory]
    [InlineData(1000, 300, 360, "async wins")]
    [InlineData(1000, 360, 300, "parallel wins")]
    [InlineData(1000, 300, 300, "parallel beats sync")]
    public void Of_three_forms_the_winner_is_named_by_all_pairs(double sync, double async, double parallel, string outcome)
    {
        Experiment experiment = Given.Experiment(Form.Sync, Form.Async, Form.Parallel) with { NoiseForm = null, Looks = 1 };

        Assert.Equal(
            outcome, Report(
                experiment,
                Journals.Rounds(8, (Form.Sync, [sync]), (Form.Async, [async]), (Form.Parallel, [parallel]))).Outcome);
    }

    private static IEnumerable<Slot> Alternating(int rounds, double one, double other) => Enumerable.Range(1, rounds).SelectMany(r => new[]
    {
        Journals.Slot(r, 1, Form.Sync, Fast), Journals.Slot(r, 2, Form.Async, r % 2 == 0 ? [one] : [other]),
    });

    // Rounds begin every two seconds; their slots take one.
    private static Slot InTwoSeconds(Slot slot) =>
        slot with { StartedNanoseconds = 2_000_000_000L * slot.Round, DurationNanoseconds = 1_000_000_000 };

    /// <summary>Of a run that decided one question, and says of others why it did not ask them.</summary>
    private static ReportDocument Beside(params Doubt[] others) => Journals.Report(Journals.Of(
    [
        Journals.Header with { Experiments = ["io-bound", .. others.Select(doubt => doubt.Experiment).OfType<string>()] },
        Journals.TwoForms,
        .. others,
        .. Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)),
        Journals.Finished,
    ]));

    private static ExperimentReport Report(Experiment experiment, IEnumerable<Slot> slots) =>
        Assert.Single(Journals.Report(Journals.Run(experiment, slots)).Experiments);
}
