using Syncopate.Reporting;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class ReportBuilderTests
{
    private static readonly double[] Slow = [1000, 1200, 1000, 1200];

    private static readonly double[] Fast = [200, 200, 200, 200];

    /// <summary>By hand: 8 slots of 4 answers in 2 s; (1000 + 1200) / 2; 4 / 2; 40 ms of CPU and 80 KiB over 4 requests.</summary>
    [Fact]
    public void The_figures_of_a_form_are_those_of_its_slots()
    {
        FormReport form = Report(Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))).Forms[0];

        Assert.Equal(("Sync", 32L, 0L, 1100.0, 2.0), (form.Label, form.Count, form.Errors, form.Mean, form.RequestsPerSecond));
        Assert.Equal((10.0, 20_480.0, 12, 30L), (form.CpuPerRequest, form.BytesPerRequest, form.Threads, form.QueueLength));
        Assert.Equal(1000, form.P50, 1.0);
        Assert.Equal((double.NaN, null), (form.P99, form.P90)); // Of 32 answers none but the longest would decide.
        Assert.Equal(1200, form.Max, 1.2);
    }

    /// <summary>By hand: 4 recorded and 6 earlier answers in 2 s; 40 ms of CPU over 10 + 10 requests.</summary>
    [Fact]
    public void The_head_of_a_slot_counts_for_rate_and_cost_but_not_for_latency()
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => s with { Discarded = 6, Errors = new Dictionary<string, long> { ["timed out"] = 10 } });

        ExperimentReport report = Report(slots);

        Assert.Equal(
            (32L, 80L, 1100.0, 5.0, 2.0),
            (report.Forms[0].Count, report.Forms[0].Errors, report.Forms[0].Mean, report.Forms[0].RequestsPerSecond,
                report.Forms[0].CpuPerRequest));
        Assert.Equal(96, report.Discarded);
    }

    /// <summary>What ended later was neither none in a second nor a rate.</summary>
    [Theory]
    [InlineData(8)]
    [InlineData(1)]
    public void A_form_with_slots_of_which_no_answer_came_in_time_has_no_verdict_on_its_rate(int late)
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => s.Form == Form.Sync && s.Round <= late ? s with { Drained = s.Count } : s);

        ExperimentReport report = Report(slots);

        Assert.Equal(late == 8 ? double.NaN : 1.75, report.Forms[0].RequestsPerSecond);
        Assert.DoesNotContain(report.Comparisons, c => c.Metric == Metric.RequestsPerSecond);
        Assert.Contains(report.Comparisons, c => c is { Metric: Metric.Mean, Verdict: Verdict.Gain });
    }

    /// <summary>By hand: every ratio is 200 / 1100, so only the allowance of 1.96 x 0.8 % between one pair of processes
    /// widens it.</summary>
    [Fact]
    public void A_gain_is_told_with_its_interval()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)));
        Comparison primary = report.Comparisons[0];

        Assert.Equal((Verdict.Gain, Form.Async, 8), (report.Verdict, report.Winner, report.Rounds));
        Assert.Equal((Metric.Mean, Form.Sync, Form.Async, true), (primary.Metric, primary.Baseline, primary.Candidate, primary.Primary));
        Assert.Equal(2.0 / 11, primary.Ratio!.Value, 1e-12);
        Assert.Equal(2.0 / 11 * Math.Exp(-0.01568), primary.Low!.Value, 1e-12);
        Assert.Equal(2.0 / 11 * Math.Exp(0.01568), primary.High!.Value, 1e-12);
        Assert.Equal("Async answered 5.5 times faster than sync (5.4 to 5.6): 200 ms on average instead of 1,100 ms.", report.Sentence);
        Assert.Equal(
            "The interval of the ratio, 0.179 to 0.185, lies far from 1 after 4 rounds, and no slot of one form reached any of the "
                + "other; it allows for 0.8% between processes, as there was one pair of them.",
            primary.Reason);
    }

    [Fact]
    public void A_loss_names_the_baseline_as_the_winner()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Fast), (Form.Async, [220, 220, 220, 220])));

        Assert.Equal((Verdict.Loss, Form.Sync), (report.Verdict, report.Winner));
        Assert.Equal("Sync took 9.1% less time than async (7.7% to 11%): 200 ms on average instead of 220 ms.", report.Sentence);
    }

    [Fact]
    public void No_difference_is_told_with_its_reach()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Fast), (Form.Async, Fast)));

        Assert.Equal((Verdict.NoDifference, null), (report.Verdict, report.Winner));
        Assert.Equal(
            "No difference: async took between 1.6% less and 1.6% more time than sync (±5% counts as equal).",
            report.Sentence);
    }

    [Fact]
    public void No_difference_names_the_margin_that_decided_and_why_it_is_wider()
    {
        double[] quick = [0.5, 0.5, 0.5, 0.5];

        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, quick), (Form.Async, [0.54, 0.54, 0.54, 0.54])));

        Assert.Equal((Verdict.NoDifference, 20), (report.Verdict, Math.Round(report.Comparisons[0].MarginPercent ?? 0)));
        Assert.EndsWith("(±20%, which is 0.1 ms here, counts as equal).", report.Sentence, StringComparison.Ordinal);
        Assert.Contains("within ±20%", report.Comparisons[0].Reason, StringComparison.Ordinal);
    }

    /// <summary>It was said as ±8,796%, and nothing takes 8,796% less time than something else.</summary>
    [Fact]
    public void A_margin_of_more_than_twice_the_time_is_a_factor()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, [0.01, 0.01]), (Form.Async, [0.03, 0.03])));

        Assert.Matches(
            @"^No difference: async took [23][\d.]* to [34][\d.]* times the time of sync \(a factor of 1[\d.]+, which is 0\.1 ms "
                + @"here, counts as equal\)\.$",
            report.Sentence);
        Assert.Matches(@"lies within a factor of 1[\d.]+: equivalence is shown", report.Comparisons[0].Reason);
    }

    [Fact]
    public void Too_few_rounds_are_undecided_and_say_so()
    {
        ExperimentReport report = Report(Journals.Rounds(3, (Form.Sync, Slow), (Form.Async, Fast)));

        Assert.Equal(Verdict.Undecided, report.Verdict);
        Assert.Equal(
            "Points to async: faster in 3 of 3 rounds, about 5.5 times (200 ms on average instead of 1,100 ms). Not decided yet: a "
                + "verdict needs 4 to 8 rounds; 3 are complete.", report.Sentence);
    }

    [Fact]
    public void A_wide_interval_says_how_many_rounds_would_decide()
    {
        IEnumerable<Slot> slots = Enumerable.Range(1, 27).SelectMany(r => new[]
        {
            Journals.Slot(r, 1, Form.Sync, Fast), Journals.Slot(r, 2, Form.Async, r % 2 == 0 ? [150, 150] : [250, 250]),
        });

        Comparison primary = Report(slots).Comparisons[0];

        Assert.Equal((Verdict.Undecided, 27), (primary.Verdict, primary.Rounds));
        Assert.Matches(
            @"contains 1 and reaches beyond ±5%: too wide; about [\d,]+ rounds would decide(, more than a run has)?\.$", primary.Reason);
        Assert.Contains(
            primary.RoundsNeeded!.Value.ToString("N0", System.Globalization.CultureInfo.InvariantCulture), primary.Reason,
            StringComparison.Ordinal);
    }

    /// <summary>Two forms and the metrics that 4 answers per slot carry: the rate, and three from the monitor. No
    /// quantile: the median needs 20.</summary>
    [Fact]
    public void Further_metrics_share_a_second_error_level()
    {
        IReadOnlyList<Comparison> comparisons = Report(Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))).Comparisons;

        Assert.Equal(
            [Metric.Mean, Metric.RequestsPerSecond, Metric.CpuPerRequest, Metric.BytesPerRequest, Metric.Threads],
            comparisons.Select(c => c.Metric));
        Assert.All(comparisons.Skip(1), c => Assert.False(c.Primary));
        Assert.Equal(
            "8 rounds are too few for an interval at the required level (4 comparisons, 4 looks).", comparisons[1].Reason);
    }

    [Fact]
    public void Three_forms_are_compared_pair_by_pair()
    {
        Experiment experiment = Statistics.Given.Experiment(Form.Sync, Form.Async, Form.Parallel) with { NoiseForm = null, Looks = 1 };
        ExperimentReport report = Experiment(
            Journals.Run(experiment, Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Slow), (Form.Parallel, Fast))));

        Assert.Equal(
            [
                (Form.Sync, Form.Parallel, Verdict.Gain),
                (Form.Sync, Form.Async, Verdict.NoDifference),
                (Form.Async, Form.Parallel, Verdict.Gain),
            ],
            report.Comparisons.Take(3).Select(c => (c.Baseline, c.Candidate, c.Verdict)));
    }

    [Fact]
    public void An_effect_inside_the_noise_of_the_same_run_is_undecided()
    {
        Experiment experiment = Journals.TwoForms with { NoiseForm = Form.Sync };
        IEnumerable<Slot> slots = Journals.Rounds(27, (Form.Sync, Fast), (Form.Async, [180, 180]))
            .Concat(Enumerable.Range(1, 27).Select(r => Journals.Slot(r, 3, Form.Sync, [230, 230]) with { Kind = SlotKind.Noise }));

        ExperimentReport report = Experiment(Journals.Run(experiment, slots));

        Assert.Equal(Verdict.Undecided, report.Verdict);
        Assert.Equal((15.0, Form.Sync, 27), (Math.Round(report.Noise.FloorPercent!.Value, 6), report.Noise.Form, report.Noise.Rounds));
        Assert.Contains("but a form differed from itself by up to 15%, which is as much", report.Sentence, StringComparison.Ordinal);
        Assert.Equal(
            "Sync differed from itself by up to 15% in 27 rounds; a smaller difference counts as noise.",
            report.Noise.Sentence);
    }

    [Fact]
    public void A_slot_with_failures_leaves_no_number_and_a_doubt()
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => s is { Round: 3, Form: Form.Async } ? s with { Errors = new Dictionary<string, long> { ["status 500"] = 2 } } : s);

        ExperimentReport report = Report(slots);

        Assert.Equal((Verdict.Undecided, null), (report.Verdict, report.Comparisons[0].Ratio));
        Assert.Equal("Undecided: a slot had too many errors or no answer, so there is no valid number; see the doubts.", report.Sentence);
        Assert.Equal("Requests failed in round 3, async: 2 × status 500.", Assert.Single(report.Doubts, d => d.Code == "errors").What);
    }

    [Fact]
    public void Users_that_idled_in_one_slot_are_noise()
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => s is { Round: 2, Form: Form.Sync } ? s with { InFlightShare = 0.7 } : s);

        ExperimentReport report = Report(slots);

        Assert.Equal((Verdict.Gain, 0.7), (report.Verdict, report.InFlightShare));
        Assert.DoesNotContain(report.Doubts, d => d.Code == "little-law");
    }

    [Fact]
    public void What_the_machine_did_meanwhile_is_named()
    {
        SlotConditions conditions = new(0.9, 0.25, 200_000_000, 400_000_000, 3);
        ExperimentReport report = Report(
            Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)).Select(s =>
                s with { Conditions = conditions with { StolenShare = s.Form == Form.Sync ? 0.25 : 0.15 } }));

        Assert.NotNull(report.Conditions);
        Assert.Equal(
            (0.9, 0.2, 0.25, 0.1, 0.2),
            (
                report.Conditions.BusyShare, report.Conditions.StolenShare, report.Conditions.MostStolenShare,
                report.Conditions.GeneratorWaitedShare, report.Conditions.TargetWaitedShare));
        Assert.Contains("20% was stolen by the host of this machine", report.Conditions.Sentence, StringComparison.Ordinal);
        Assert.Equal(
            "CPU steal: the hypervisor took 20% of the processors’ time while it was measured, up to 25% in a slot.",
            Assert.Single(report.Doubts, d => d.Code == "stolen-time").What);
    }

    [Fact]
    public void A_journal_that_tells_nothing_of_the_machine_has_no_figures_of_it()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)));

        Assert.Equal(new ReportConditions(null, null, null, null, null, null, ""), report.Conditions);
        Assert.All(report.Forms, f => Assert.Null(f.ThreadsUsed));
    }

    [Fact]
    public void Pages_of_one_process_are_told_apart_by_the_threads_that_ran_in_their_slots()
    {
        Experiment targets = Journals.TwoForms with { Workload = Journals.TwoForms.Workload with { UseCase = UseCase.Undescribed } };
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Fast), (Form.Async, Fast)).Select(s =>
            s with
            {
                Conditions = new SlotConditions(null, null, null, null, s.Form == Form.Sync ? 20 + s.Round % 3 : 3),
            });

        ExperimentReport report = Assert.Single(Journals.Report(Journals.Run(targets, slots)).Experiments);

        Assert.Equal([21, 3], report.Forms.Select(f => f.ThreadsUsed ?? 0));
        Assert.Equal(Verdict.Gain, Assert.Single(report.Comparisons, c => c.Metric == Metric.ThreadsUsed).Verdict);
        Assert.DoesNotContain(report.Comparisons, c => c.Metric == Metric.Threads);
        Assert.Equal(Verdict.NoDifference, report.Verdict);
    }

    [Theory]
    [InlineData(0.89, 0.89)]
    [InlineData(0.93, 0.99)]
    public void Users_that_idled_for_long_or_longer_with_one_form_are_named(double sync, double async)
    {
        ExperimentReport report = Report(
            Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
                .Select(s => s with { InFlightShare = s.Form == Form.Sync ? sync : async }));

        Assert.Equal(Verdict.Gain, report.Verdict);
        Assert.Equal(
            $"In the median slot, users had a request in flight {100 * sync:0}% of the time with sync, "
                + $"{100 * async:0}% of the time with async.",
            Assert.Single(report.Doubts, d => d.Code == "little-law").What);
    }

    [Fact]
    public void A_ratio_that_moves_is_drifting() =>
        Assert.Contains(
            Report(
                Enumerable.Range(1, 12).SelectMany(r =>
                    new[] { Journals.Slot(r, 1, Form.Sync, Slow), Journals.Slot(r, 2, Form.Async, [100 + 10 * r]) })).Doubts,
            d => d.Code == "drifting");

    [Fact]
    public void Two_kinds_of_average_that_disagree_are_a_doubt()
    {
        IEnumerable<Slot> slots = Enumerable.Range(1, 27).SelectMany(r =>
            new[] { Journals.Slot(r, 1, Form.Sync, [200 + r % 3]), Journals.Slot(r, 2, Form.Async, [r % 9 == 0 ? 3000 : 100]) });

        Assert.Contains(Report(slots).Doubts, d => d.Code == "uneven");
    }

    [Fact]
    public void A_monitor_that_did_not_answer_leaves_no_figure()
    {
        ExperimentReport report = Report(Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)).Select(s => s with { Target = null }));

        Assert.Null(report.Forms[0].CpuPerRequest);
        Assert.Null(report.Forms[0].Threads);
        Assert.Contains(report.Doubts, d => d.Code == "monitor-silent");
    }

    [Fact]
    public void A_journalled_doubt_stands_with_its_experiment_or_with_the_run()
    {
        Doubt about = new("not-steady", "io-bound", "It still compiled.", "It gets faster.", "Wait.");
        Doubt general = new("not-durable", null, "A sync failed.", "A crash may lose rounds.", "Look at the disk.");
        Journaling.JournalReading journal = Journals.Of(
            [
                Journals.Header,
                about,
                Journals.TwoForms,
                about,
                .. Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast)),
                general,
                Journals.Finished,
            ]);

        ReportDocument report = Journals.Report(journal);

        Assert.Equal([about], report.Experiments[0].Doubts);
        Assert.Equal([general], report.Warnings);
    }

    [Fact]
    public void A_set_clock_is_a_doubt_and_no_duration()
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(s => s.Round >= 5 ? s with { StartedUtc = s.StartedUtc.AddHours(-1) } : s);

        ReportDocument report = Journals.Report(Journals.Run(Journals.TwoForms, slots));

        Doubt jump = Assert.Single(report.Warnings);
        Assert.Equal(("clock-jump", "The wall clock was set back by 60 min before round 5, sync, of io-bound."), (jump.Code, jump.What));
        Assert.Equal(200, report.Run.DurationSeconds);
    }

    [Fact]
    public void Pictures_come_from_one_round_and_share_a_time_axis()
    {
        IReadOnlyList<RequestTrace> traces = Journals.Requests(0, 20);
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Select(
                s => s.Round == 2 ? s with
                {
                    Traces = traces,
                    DurationNanoseconds = s.Form == Form.Sync ? 5_000_000_000 : 1_000_000_000,
                } : s);

        IReadOnlyList<FormPicture> pictures = Report(slots).Pictures;

        Assert.Equal(
            [(Form.Sync, 2, 5_000_000_000), (Form.Async, 2, 5_000_000_000)],
            pictures.Select(p => (p.Form, p.Round, p.DurationNanoseconds)));
        Assert.All(pictures, p => Assert.Equal(traces, p.Requests));
    }

    [Fact]
    public void The_articles_own_protocol_is_shown_beside_the_rounds()
    {
        Experiment experiment = Journals.TwoForms with { Profile = new SteppedUsers(1, 1, 10, TimeSpan.FromSeconds(6)) };
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Append(Journals.Slot(0, 0, Form.Sync, [700, 900]) with { Kind = SlotKind.Profile });

        ExperimentReport report = Experiment(Journals.Run(experiment, slots));

        Assert.Equal((Form.Sync, 2L, 800.0), (report.Profile[0].Form, report.Profile[0].Count, report.Profile[0].Mean));
        Assert.Equal("The article’s own protocol: 1 user, 1 more every 6,000 ms, up to 10.", report.ProfileSentence);
        Assert.Equal(32, report.Forms[0].Count);
    }

    [Fact]
    public void Slots_of_incomplete_rounds_and_warm_ups_are_in_no_figure()
    {
        IEnumerable<Slot> slots = Journals.Rounds(8, (Form.Sync, Slow), (Form.Async, Fast))
            .Append(Journals.Slot(9, 1, Form.Sync, [9000]))
            .Append(Journals.Slot(3, 3, Form.Sync, [9000]) with { Kind = SlotKind.WarmUp });

        Assert.Equal(1100, Report(slots).Forms[0].Mean);
    }

    private static ExperimentReport Report(IEnumerable<Slot> slots) => Experiment(Journals.Run(Journals.TwoForms, slots));

    private static ExperimentReport Experiment(Syncopate.Journaling.JournalReading journal) =>
        Assert.Single(Journals.Report(journal).Experiments);
}
