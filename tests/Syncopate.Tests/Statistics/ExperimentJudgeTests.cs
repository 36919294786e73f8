using Syncopate.Histograms;
using Syncopate.Judging;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class ExperimentJudgeTests
{
    private static readonly Experiment TwoForms = Given.Experiment(Form.Sync, Form.Async);

    private static readonly FormPair Pair = FormPair.Of(TwoForms.Workload)[0];

    [Fact]
    public void Three_forms_are_compared_in_three_pairs_and_the_last_against_the_first_is_the_question() =>
        Assert.Equal(
            [new(Form.Sync, Form.Parallel, true), new(Form.Sync, Form.Async, false), new(Form.Async, Form.Parallel, false)],
            FormPair.Of(Given.Experiment(Form.Sync, Form.Async, Form.Parallel).Workload));

    [Fact]
    public void A_round_without_one_of_its_forms_is_left_out()
    {
        Slot[] slots =
        [
            Given.Slot(2, 2, Form.Sync, 10), Given.Slot(2, 1, Form.Async, 5),
            Given.Slot(1, 1, Form.Sync, 10),
            Given.Slot(3, 1, Form.Sync, 10), Given.Slot(3, 2, Form.Async, 5, SlotKind.Noise),
            Given.Slot(4, 1, Form.Sync, 10), Given.Slot(4, 2, Form.Async, 5) with { Experiment = "delay" },
            Given.Slot(0, 1, Form.Sync, 10, SlotKind.Profile), Given.Slot(0, 1, Form.Async, 10, SlotKind.Profile),
        ];

        Round round = Assert.Single(ExperimentJudge.CompleteRounds(TwoForms, slots));

        Assert.Equal((2, "Async Sync"), (round.Number, string.Join(' ', round.Slots.Select(s => s.Form))));
    }

    [Fact]
    public void The_mean_comes_from_the_exact_sum()
    {
        Slot slot = Given.Slot(1, 1, Form.Sync, 12.5);

        Assert.Equal(12.5e6, SlotMetrics.Value(slot, Metric.Mean));
        Assert.Null(SlotMetrics.Value(slot with { Count = 0 }, Metric.Mean));
    }

    [Fact]
    public void Rates_and_costs_count_the_requests_at_the_head_of_the_slot_too()
    {
        Slot slot = Given.Slot(1, 1, Form.Sync, 10) with
        {
            Discarded = 60,
            DurationNanoseconds = 2_000_000_000,
            Errors = new Dictionary<string, long> { ["status 500"] = 40 },
            Target = new TargetUse(2_000_000, 400_000, 0, 0, 0, 0, 0, 7, 0),
        };

        Assert.Equal(80, SlotMetrics.Value(slot, Metric.RequestsPerSecond));
        Assert.Equal(10_000, SlotMetrics.Value(slot, Metric.CpuPerRequest));
        Assert.Equal(2_000, SlotMetrics.Value(slot, Metric.BytesPerRequest));
        Assert.Equal(7, SlotMetrics.Value(slot, Metric.Threads));
        Assert.Null(SlotMetrics.Value(slot with { Target = null }, Metric.CpuPerRequest));
    }

    [Fact]
    public void A_figure_of_less_than_one_is_one_and_none_is_no_figure()
    {
        Slot slot = Given.Slot(1, 1, Form.Sync, 10) with { Count = 1, DurationNanoseconds = 4_000_000_000 };

        Assert.Equal(0.25, SlotMetrics.Value(slot, Metric.RequestsPerSecond));
        Assert.Equal(1, SlotMetrics.Value(slot with { Target = new TargetUse(0, 0, 0, 0, 0, 0, 0, 1, 0) }, Metric.Threads));
        Assert.Null(SlotMetrics.Value(slot with { Count = 0 }, Metric.RequestsPerSecond));
    }

    [Fact]
    public void A_quantile_comes_from_the_histogram_where_enough_answers_lie_beyond_it()
    {
        Histogram histogram = new();
        for (int i = 1; i <= 100; i++)
            histogram.Record(i);
        Slot slot = Given.Slot(1, 1, Form.Sync, 10) with { Histogram = HistogramCodec.Encode(histogram) };

        Assert.Equal(50, SlotMetrics.Value(slot, Metric.P50));
        Assert.Equal(90, SlotMetrics.Value(slot, Metric.P90));
        Assert.Equal(
            [(Metric.P50, 0.5), (Metric.P90, 0.9), (Metric.P99, 0.99)], SlotMetrics.Quantiles.OrderBy(q => q.Quantile));
        Assert.Null(SlotMetrics.Value(slot, Metric.P99));
    }

    [Fact]
    public void Process_pairs_are_counted_as_they_appear()
    {
        IReadOnlyList<Round> rounds = Rounds(12, 100, 50, s => s with { Process = 10 * ((s.Round - 1) / 5) + (int)s.Form });

        Assert.Equal([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3], ExperimentJudge.Pairs(TwoForms, rounds, Pair, Mean).Select(p => p.ProcessPairs));
    }

    [Fact]
    public void A_noise_slot_is_compared_with_the_measured_slot_of_its_form()
    {
        IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(
            TwoForms,
            [Given.Slot(1, 1, Form.Async, 60, SlotKind.Noise), Given.Slot(1, 2, Form.Sync, 100), Given.Slot(1, 3, Form.Async, 50)]);

        Assert.Equal(Math.Log(60.0 / 50), ExperimentJudge.Pairs(TwoForms, rounds, Pair, Mean)[0].NoiseLogRatio!.Value, 1e-12);
    }

    [Fact]
    public void One_slot_with_errors_leaves_no_number()
    {
        IReadOnlyList<Round> rounds = Rounds(
            8, 100, 50,
            s => s is { Round: 3, Form: Form.Async } ? s with { Errors = new Dictionary<string, long> { ["timed out"] = 1 } } : s);

        Decision decision = ExperimentJudge.Judge(TwoForms, rounds, Pair);

        Assert.Equal(
            (DecisionBasis.Invalid, LookOutcome.Exhausted, Verdict.Undecided),
            (decision.Basis, decision.Outcome, decision.Verdict));
        Assert.Null(decision.Ratio);
    }

    [Theory]
    [InlineData(UseCase.CpuBound, Verdict.Undecided)]
    [InlineData(UseCase.IoBound, Verdict.Gain)]
    public void A_server_that_had_not_settled_decides_nothing_where_forms_only_compute(Enum useCase, Verdict expected)
    {
        Experiment experiment = TwoForms with { Workload = TwoForms.Workload with { UseCase = (UseCase)useCase } };
        IReadOnlyList<Round> rounds = Rounds(8, 100, 50, s => s with { Unsettled = s.Form == Form.Sync });

        Assert.Equal(expected, ExperimentJudge.Judge(experiment, rounds, Pair).Verdict);
    }

    [Fact]
    public void The_run_goes_on_until_every_pair_is_decided()
    {
        Experiment experiment = Given.Experiment(Form.Sync, Form.Async, Form.Parallel);
        IEnumerable<Slot> slots = Enumerable.Range(1, 27).SelectMany(r => new[]
        {
            Given.Slot(r, 1, Form.Sync, 100), Given.Slot(r, 2, Form.Async, r % 2 == 0 ? 80 : 125), Given.Slot(r, 3, Form.Parallel, 10),
        });
        IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(experiment, slots);

        Assert.Equal(LookOutcome.Continue, ExperimentJudge.Progress(experiment, [.. rounds.Take(26)]));
        Assert.Equal(LookOutcome.Exhausted, ExperimentJudge.Progress(experiment, rounds));
        Assert.Equal(LookOutcome.Decided, ExperimentJudge.Progress(TwoForms, Rounds(8, 100, 50, s => s)));
    }

    [Fact]
    public void Slots_before_the_first_round_are_no_round() => Assert.Empty(
        ExperimentJudge.CompleteRounds(TwoForms, [Given.Slot(0, 1, Form.Sync, 10), Given.Slot(0, 2, Form.Async, 5)]));

    [Fact]
    public void Only_a_noise_slot_of_the_noise_form_says_how_far_it_differs_from_itself()
    {
        Slot[] slots =
        [
            Given.Slot(1, 1, Form.Sync, 70, SlotKind.Noise), Given.Slot(1, 2, Form.Async, 50), Given.Slot(1, 3, Form.Sync, 100),
        ];

        RoundPair[] Pairs(params Slot[] more) =>
            ExperimentJudge.Pairs(TwoForms, ExperimentJudge.CompleteRounds(TwoForms, [.. slots, .. more]), Pair, Mean);

        Assert.Null(Pairs()[0].NoiseLogRatio);
        Assert.Equal(Math.Log(60.0 / 50), Pairs(Given.Slot(1, 4, Form.Async, 60, SlotKind.Noise))[0].NoiseLogRatio!.Value, 1e-12);
        Assert.Null(Pairs(Given.Slot(1, 4, Form.Async, 60, SlotKind.Noise) with { Count = 0 })[0].NoiseLogRatio);
        Assert.False(Pairs()[0].BaselineFirst);
        Assert.True(ExperimentJudge.Pairs(TwoForms, Rounds(1, 100, 50, s => s), Pair, Mean)[0].BaselineFirst);
    }

    [Fact]
    public void What_is_shown_so_far_needs_one_round()
    {
        Assert.Null(ExperimentJudge.SoFar(TwoForms, [], Pair));
        Assert.Equal(Math.Log(0.5), ExperimentJudge.SoFar(TwoForms, Rounds(1, 100, 50, s => s), Pair)!.Value.Theta, 1e-12);
    }

    /// <summary>0.1 ms is 20 % of 0.5 ms; a rate of 2 per second has no floor.</summary>
    [Fact]
    public void The_floor_of_an_experiment_is_one_of_latencies()
    {
        IReadOnlyList<Round> rounds = Rounds(8, 0.5, 0.5, s => s with { Count = 2, LatencySumNanoseconds = 1e6 });
        Decision By(Metric metric) => ExperimentJudge.Judge(TwoForms, rounds, Pair, new(metric, s => SlotMetrics.Value(s, metric), 1));

        Assert.Equal(20, By(Metric.Mean).MarginPercent, 1e-9);
        Assert.Equal(5, By(Metric.RequestsPerSecond).MarginPercent);
    }

    [Theory]
    [InlineData(Metric.Mean, Verdict.Undecided)]
    [InlineData(Metric.RequestsPerSecond, Verdict.Undecided)]
    [InlineData(Metric.CpuPerRequest, Verdict.Gain)]
    public void Idle_users_explain_times_and_rates_and_no_costs(Enum metric, Verdict verdict)
    {
        IReadOnlyList<Round> rounds = Rounds(8, 100, 50, s => s with { InFlightShare = s.Form == Form.Sync ? 1 : 0.3 });

        Assert.Equal(
            verdict, ExperimentJudge.Judge(
                TwoForms, rounds, Pair, new((Metric)metric, s => s.Form == Form.Sync ? 100e6 : 50e6, 1)).Verdict);
    }

    /// <summary>Eight rounds decide; what the ninth was like is no part of it.</summary>
    [Fact]
    public void A_server_that_is_unsettled_after_the_deciding_look_takes_nothing_back()
    {
        Experiment experiment = TwoForms with { Workload = TwoForms.Workload with { UseCase = UseCase.CpuBound } };

        Assert.Equal(
            Verdict.Gain, ExperimentJudge.Judge(
                experiment, Rounds(9, 100, 50, s => s with { Unsettled = s.Round == 9 }), Pair).Verdict);
        Assert.Equal(
            Verdict.Undecided, ExperimentJudge.Judge(
                experiment, Rounds(9, 100, 50, s => s with { Unsettled = s.Round == 4 }), Pair).Verdict);
    }

    [Fact]
    public void More_is_better_for_rates_alone_and_latencies_are_four()
    {
        Metric[] all = Enum.GetValues<Metric>();

        Assert.Equal([Metric.RequestsPerSecond], all.Where(m => m.HigherIsBetter()));
        Assert.Equal([Metric.Mean, Metric.P50, Metric.P90, Metric.P99], all.Where(m => m.IsLatency()));
        Assert.Equal(
            [Metric.Mean, Metric.P50, Metric.P90, Metric.P99, Metric.RequestsPerSecond], all.Where(m => m.IsSpeed()));
        Assert.Throws<ArgumentOutOfRangeException>(() => ((Metric)all.Length).IsLatency());
    }

    [Fact]
    public void What_came_after_the_end_of_a_slot_counts_for_no_rate()
    {
        Slot slot = Given.Slot(1, 1, Form.Sync, 10) with
        {
            Discarded = 20,
            Drained = 30,
            DrainNanoseconds = 500_000_000,
            DurationNanoseconds = 2_000_000_000,
        };

        Assert.Equal(60, SlotMetrics.Value(slot, Metric.RequestsPerSecond));
    }

    [Fact]
    public void What_is_0_has_no_ratio_and_is_no_value()
    {
        Slot slot = Given.Slot(1, 1, Form.Sync, 0) with { Target = new TargetUse(0, 0, 0, 0, 0, 0, 0, 0, 0) };
        Histogram zeros = new();
        for (int i = 0; i < 100; i++)
            zeros.Record(0);

        Assert.Null(SlotMetrics.Value(slot, Metric.Mean));
        Assert.Null(SlotMetrics.Value(slot, Metric.Threads));
        Assert.Null(SlotMetrics.Value(slot, Metric.CpuPerRequest));
        Assert.Null(SlotMetrics.Quantile(slot, zeros, 0.5));
    }

    [Fact]
    public void A_quantile_of_a_nanosecond_is_one()
    {
        Histogram ones = new();
        for (int i = 0; i < 100; i++)
            ones.Record(1);

        Assert.Equal(1, SlotMetrics.Quantile(Given.Slot(1, 1, Form.Sync, 10), ones, 0.5));
    }

    [Fact]
    public void A_round_without_one_form_or_its_figure_is_no_pair()
    {
        Round[] rounds =
        [
            new(1, [Given.Slot(1, 1, Form.Sync, 10)]),
            new(2, [Given.Slot(2, 1, Form.Async, 10)]),
            new(3, [Given.Slot(3, 1, Form.Sync, 10) with { Count = 0 }, Given.Slot(3, 2, Form.Async, 10)]),
            new(4, [Given.Slot(4, 1, Form.Sync, 10), Given.Slot(4, 2, Form.Async, 10) with { Count = 0 }]),
            new(5, [Given.Slot(5, 1, Form.Sync, 10), Given.Slot(5, 2, Form.Async, 20)]),
        ];

        Assert.Equal([(10e6, 20e6)], ExperimentJudge.Pairs(TwoForms, rounds, Pair, Mean).Select(p => (p.Baseline, p.Candidate)));
    }

    private static double? Mean(Slot slot) => SlotMetrics.Value(slot, Metric.Mean);

    private static IReadOnlyList<Round> Rounds(int count, double sync, double async, Func<Slot, Slot> change) =>
        ExperimentJudge.CompleteRounds(
            TwoForms,
            Enumerable.Range(1, count).SelectMany(r =>
                new[] { change(Given.Slot(r, 1, Form.Sync, sync)), change(Given.Slot(r, 2, Form.Async, async)) }));
}
