using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>What a report says about the run as a whole: the headline, and what is missing.</summary>
public sealed class ReportRunTests
{
    private static readonly double[] Slow = [1000, 1200, 1000, 1200];

    private static readonly double[] Fast = [200, 200, 200, 200];

    [Fact]
    public void Waiting_that_gains_and_computing_that_does_not_make_the_headline()
    {
        ReportDocument report =
            Journals.Report(Run(("cpu-bound", UseCase.CpuBound, Fast, Fast), ("io-bound", UseCase.IoBound, Slow, Fast)));

        Assert.Equal("Go async where you wait. Stay sync where you don’t.", report.Headline);
        Assert.Equal(
            "Waiting under load with 50 users: async took 200 ms where sync took 1,100 ms. "
            + "Waiting under load with 50 users: async and sync took the same time, 200 ms on average.",
            report.Summary);
        Assert.False(report.Partial);
        Assert.Equal(["cpu-bound", "io-bound"], report.Experiments.Select(e => e.Id));
    }

    [Theory]
    [InlineData("Go async where you wait.", UseCase.IoBound, true)]
    [InlineData("Ask for everything at once.", UseCase.Aggregating, true)]
    [InlineData("Take the first answer.", UseCase.Cancellable, true)]
    [InlineData("Async made no difference where it waited.", UseCase.IoBound, false)]
    [InlineData("Async gained nothing where nothing waits.", UseCase.CpuBound, false)]
    [InlineData("Async gained even where nothing waits.", UseCase.CpuBound, true)]
    public void One_experiment_makes_one_sentence(string headline, Enum useCase, bool gains) =>
        Assert.Equal(headline, Journals.Report(Run(("a", (UseCase)useCase, gains ? Slow : Fast, Fast))).Headline);

    [Fact]
    public void A_loss_where_it_waited_is_not_hidden() =>
        Assert.Equal("Sync was faster even where it waited.", Journals.Report(Run(("a", UseCase.IoBound, Fast, Slow))).Headline);

    [Fact]
    public void Mixed_results_claim_no_more_than_they_show() =>
        Assert.Equal(
            "Async helped in some places where code waits, not in all.",
            Journals.Report(Run(("a", UseCase.IoBound, Slow, Fast), ("b", UseCase.Aggregating, Fast, Fast))).Headline);

    [Fact]
    public void Several_reads_in_a_table_of_data_access_say_nothing_about_waiting()
    {
        JournalReading rows = Run(
            ("ef-list", UseCase.DataAccess, Fast, Fast), ("ef-four-reads", UseCase.Aggregating, Fast, Slow),
            ("io-bound", UseCase.IoBound, Slow, Fast));
        JournalReading table = rows with
        {
            Records =
            [
                .. rows.Records.Select(
                    r => r is Experiment { Id: not "io-bound" } e
                        ? e with { Group = new ExperimentGroup("ef", "EF Core", "Cost?", e.Id, "SQLite") }
                        : r),
            ],
        };

        Assert.StartsWith("Async helped in some places", Journals.Report(rows).Headline, StringComparison.Ordinal);
        Assert.Equal("Go async where you wait. Async did not speed up database access.", Journals.Report(table).Headline);
    }

    [Fact]
    public void Accesses_that_are_undecided_are_not_spoken_for()
    {
        JournalReading rows = Run(("ef-list", UseCase.DataAccess, Fast, Slow), ("ef-create", UseCase.DataAccess, Slow, Fast));
        JournalReading stopped = rows with
        {
            Records = [.. rows.Records.Where(r => r is not Slot { Experiment: "ef-create", Round: > 3 })],
        };

        Assert.Equal("In the decided experiments, async did not speed up database access.", Journals.Report(stopped).Headline);
    }

    /// <summary>One of two is undecided, and "every database access" or "where it waited" speaks for both.</summary>
    [Theory]
    [InlineData("In the decided experiments, async made every database access faster.", UseCase.DataAccess, false, true)]
    [InlineData("In the decided experiments, async made no difference where it waited.", UseCase.IoBound, true, true)]
    [InlineData("In the decided experiments, sync was faster even where it waited.", UseCase.IoBound, true, false)]
    [InlineData("In the decided experiments, async helped where code waits.", UseCase.IoBound, false, true)]
    public void What_is_undecided_is_not_spoken_for(string headline, Enum useCase, bool isSyncFast, bool isAsyncFast)
    {
        JournalReading both = Run(
            ("first", (UseCase)useCase, isSyncFast ? Fast : Slow, isAsyncFast ? Fast : Slow), ("second", (UseCase)useCase, Slow, Fast));
        JournalReading stopped = both with
        {
            Records = [.. both.Records.Where(r => r is not Slot { Experiment: "second", Round: > 3 })],
        };

        Assert.Equal(headline, Journals.Report(stopped).Headline);
    }

    /// <summary>Nor does the half of a slogan that is about computing.</summary>
    [Theory]
    [InlineData("second", "In the decided experiments, async helped where code waits. Async gained nothing where nothing waits.")]
    [InlineData("third", "Go async where you wait. In the decided experiments, async gained nothing where nothing waits.")]
    public void A_slogan_is_of_what_is_all_decided(string undecided, string headline)
    {
        JournalReading all = Run(
            ("first", UseCase.IoBound, Slow, Fast), ("second", UseCase.IoBound, Slow, Fast), ("third", UseCase.CpuBound, Fast, Fast),
            ("fourth", UseCase.CpuBound, Fast, Fast));
        JournalReading stopped = all with
        {
            Records = [.. all.Records.Where(r => r is not Slot { Round: > 3 } slot || slot.Experiment != undecided)],
        };

        Assert.Equal(headline, Journals.Report(stopped).Headline);
    }

    [Fact]
    public void An_undecided_run_says_where_it_points_and_what_is_missing()
    {
        ReportDocument report = Journals.Report(
            Journals.Run(Journals.TwoForms, Journals.Rounds(3, (Form.Sync, Slow), (Form.Async, Fast))));

        Assert.Equal(
            ("It points to async: about 5.5 times faster. Not decided yet.",
                "Waiting under load: async was faster in 3 of 3 rounds, about 5.5 times (200 ms on average instead of 1,100 ms). A "
                    + "verdict needs 4 to 8 rounds; 3 are complete."),
            (report.Headline, report.Summary));
    }

    [Fact]
    public void Invalid_slots_leave_nothing_valid() =>
        Assert.Equal(
            "Nothing valid was measured.",
            Journals.Report(
                Journals.Run(
                    Journals.TwoForms, Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
                        .Select(s => s with { Errors = new Dictionary<string, long> { ["status 500"] = 50 } }))).Headline);

    [Fact]
    public void A_killed_run_keeps_its_rounds_and_says_what_is_missing()
    {
        RunHeader header = Journals.Header with { Experiments = ["io-bound", "dashboard"] };
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)).Append(Journals.Slot(9, 1, Form.Sync, Slow));

        ReportDocument report = Journals.Report(Journals.Of([header, Journals.TwoForms, .. slots]));

        Assert.Equal(("killed", true, Verdict.Gain), (report.Run.Outcome, report.Partial, report.Experiments[0].Verdict));
        Assert.Equal(
            [
                "The run did not finish: the tool was killed or the machine stopped.",
                "dashboard: not measured.",
                "io-bound: round 9 incomplete and left out.",
            ],
            report.Missing);
    }

    [Fact]
    public void A_cancelled_run_says_so()
    {
        ReportDocument report = Journals.Report(
            Journals.Of([Journals.Header, Journals.TwoForms, new RunEnd(RunOutcome.Cancelled, "Ctrl+C after 3 s.", 3_000_000_000)]));

        Assert.Equal(["The run was stopped by the user: Ctrl+C after 3 s.", "io-bound: not a single slot was measured."], report.Missing);
        Assert.Equal(("Nothing was measured.", "No experiment was measured."), (report.Headline, report.Summary));
    }

    [Fact]
    public void An_experiment_without_a_complete_round_is_listed_with_what_is_missing()
    {
        ReportDocument report = Journals.Report(Journals.Run(Journals.TwoForms, [Journals.Slot(1, 1, Form.Sync, Slow)]));

        ExperimentReport experiment = Assert.Single(report.Experiments);
        Assert.Equal((0, Verdict.Undecided, 0L), (experiment.Rounds, experiment.Verdict, experiment.Forms[0].Count));
        Assert.Equal("Undecided: a verdict needs 4 to 8 rounds; none is complete.", experiment.Sentence);
        Assert.Equal(["io-bound: no round is complete."], report.Missing);
        Assert.Equal("Nothing was measured.", report.Headline);
    }

    /// <summary>Stopped in its first round, its page said that every request was answered, "0 answers, no failure", and that its users were
    /// idle now and then, in flight 0% of the time.</summary>
    [Fact]
    public void Of_what_has_no_complete_round_the_page_claims_nothing()
    {
        JournalReading stopped = Journals.Run(Journals.TwoForms, [Journals.Slot(1, 1, Form.Sync, Slow)]);

        ReportDocument report = Journals.Report(stopped);
        string page = ReportPage.Write(report, "{}", "");

        Assert.All(
            ["Every request was answered", "Users were", "The load was"],
            claim => Assert.DoesNotContain(claim, page, StringComparison.Ordinal));
    }

    [Fact]
    public void Damage_is_named_with_its_place()
    {
        JournalReading journal = Journals.Run(Journals.TwoForms, Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)));

        ReportDocument report =
            Journals.Report(journal with { Damage = [new JournalDamage(1234, 56, "The checksum does not match.")] });

        Assert.Equal(["run.jsonl is damaged at byte 1,234, 56 bytes skipped: The checksum does not match."], report.Missing);
    }

    /// <summary>One core and the year 1970 were told of a run whose journal had lost its first record.</summary>
    [Fact]
    public void Of_a_lost_header_nothing_is_invented()
    {
        JournalReading whole = Run(("cpu-bound", UseCase.CpuBound, Fast, Fast));

        JournalReading lost = whole with { Records = [.. whole.Records.Where(r => r is not RunHeader)] };

        ReportDocument report = Journals.Report(lost);

        Assert.All([ReportMarkdown.Write(report), ReportCard.Write(report)], text =>
        {
            Assert.DoesNotContain("1 core", text, StringComparison.Ordinal);
            Assert.DoesNotContain("1970", text, StringComparison.Ordinal);
            Assert.Contains("an unknown machine", text, StringComparison.Ordinal);
        });
        Assert.Null(report.Experiments[0].Conditions?.OthersBusyShare);
        // Nor that its system does not report how busy it was.
        string page = ReportPage.Write(report, "{}", "");
        Assert.DoesNotContain("This system does not report", page, StringComparison.Ordinal);
        Assert.Contains("The machine is not known", page, StringComparison.Ordinal);
        // Nor that its order was drawn from the seed 0, or that it can be run again by no command.
        Assert.Contains("in a fresh random order, so that", page, StringComparison.Ordinal);
        Assert.All([page, ReportMarkdown.Write(report)], text =>
        {
            Assert.DoesNotContain("seed 0", text, StringComparison.Ordinal);
            Assert.DoesNotContain("Run it again:", text, StringComparison.Ordinal);
            Assert.DoesNotContain("report-again", text, StringComparison.Ordinal);
        });
        Assert.Contains("seed 7, finished.", ReportMarkdown.Write(Journals.Report(whole)), StringComparison.Ordinal);
    }

    [Fact]
    public void Slots_whose_description_is_lost_cannot_be_judged() =>
        Assert.Contains(
            "io-bound: its description cannot be read, so 16 slots cannot be judged.",
            Journals.Report(
                Journals.Of(
                    [
                        Journals.Header,
                        .. Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)),
                        Journals.Finished,
                    ])).Missing);

    [Fact]
    public void A_histogram_that_contradicts_its_slot_is_left_out()
    {
        IEnumerable<Slot> slots = Journals.Rounds(9, (Form.Sync, Slow), (Form.Async, Fast)).Select(s => s switch
        {
            { Round: 9, Form: Form.Sync } => s with { Histogram = "HISTnonsense" },
            { Round: 8, Form: Form.Async } => s with { Count = 5 },
            _ => s,
        });

        ReportDocument report = Journals.Report(Journals.Run(Journals.TwoForms, slots));

        Assert.Equal(7, report.Experiments[0].Rounds);
        Assert.Contains("io-bound: the histogram of round 9, sync, cannot be read; the slot is left out.", report.Missing);
        Assert.Contains("io-bound: the histogram of round 8, async, cannot be read; the slot is left out.", report.Missing);
    }

    [Theory]
    [InlineData("../escape")]
    [InlineData("")]
    public void An_id_that_cannot_be_a_file_name_is_not_judged(string id) =>
        Assert.Contains(
            $"{id}: its rules contradict each other, so it cannot be judged.",
            Journals.Report(
                Journals.Run(
                    Journals.TwoForms with { Id = id },
                    Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)))).Missing);

    [Fact]
    public void An_empty_journal_gives_a_report_that_says_so()
    {
        ReportDocument report = Journals.Report(Journals.Of());

        Assert.Equal(
            [
                "The journal has no readable header: machine, seed and command are unknown.",
                "The run did not finish: the tool was killed or the machine stopped.",
            ], report.Missing);
        Assert.Equal(("Nothing was measured.", "unknown"), (report.Headline, report.Machine.Runtime));
    }

    [Fact]
    public void The_noise_of_a_run_is_the_highest_of_its_experiments()
    {
        IEnumerable<Slot> Noisy(double milliseconds) => Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Concat(Enumerable.Range(1, 8).Select(r => Journals.Slot(r, 3, Form.Sync, [milliseconds]) with { Kind = SlotKind.Noise }));
        var (first, second) =
            (Journals.TwoForms with { Id = "a", NoiseForm = Form.Sync }, Journals.TwoForms with { Id = "b", NoiseForm = Form.Sync });

        ReportDocument report = Journals.Report(Journals.Of(
            [
                Journals.Header,
                first,
                .. Noisy(1122).Select(s => s with { Experiment = "a" }),
                second,
                .. Noisy(1155).Select(s => s with { Experiment = "b" }),
                Journals.Finished,
            ]));

        Assert.Equal(5, report.Noise.FloorPercent!.Value, 1e-9);
        Assert.Equal(
            "A form differed from itself by up to 5% (b, sync, 8 rounds).",
            report.Noise.Sentence.Replace("5.0%", "5%", StringComparison.Ordinal));
    }

    private static JournalReading Run(params (string Id, UseCase UseCase, double[] Sync, double[] Async)[] experiments) => Journals.Of(
    [
        Journals.Header with { Experiments = [.. experiments.Select(e => e.Id)] },
        .. experiments.SelectMany(e => (IEnumerable<JournalRecord>)
        [
            Journals.TwoForms with { Id = e.Id, Workload = Journals.TwoForms.Workload with { UseCase = e.UseCase } },
            .. Journals.Rounds(8, (Form.Sync, e.Sync), (Form.Async, e.Async)).Select(s => s with { Experiment = e.Id }),
        ]),
        Journals.Finished,
    ]);
}
