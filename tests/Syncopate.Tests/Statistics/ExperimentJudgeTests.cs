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
    public void A_quantile_comes_from_the_histogram_where_enough_answers_lie_beyond_it()
    {
        Histogram histogram = new();
        for (int i = 1; i <= 100; i++) histogram.Record(i);
        Slot slot = Given.Slot(1, 1, Form.Sync, 10) with { Histogram = HistogramCodec.Encode(histogram) };

        Assert.Equal(50, SlotMetrics.Value(slot, Metric.P50));
        Assert.Equal(90, SlotMetrics.Value(slot, Metric.P90));
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
        IReadOnlyList<Round> rounds = Rounds(8, 100, 50, s => s is { Round: 3, Form: Form.Async } ? s with { Errors = new Dictionary<string, long> { ["timed out"] = 1 } } : s);

        Decision decision = ExperimentJudge.Judge(TwoForms, rounds, Pair);

        Assert.Equal((DecisionBasis.Invalid, LookOutcome.Exhausted, Verdict.Undecided), (decision.Basis, decision.Outcome, decision.Verdict));
        Assert.Null(decision.Ratio);
    }

    [Theory]
    [InlineData(UseCase.CpuBound, Verdict.Undecided)]
    [InlineData(UseCase.IoBound, Verdict.Gain)]
    public void A_server_that_had_not_settled_decides_nothing_where_forms_only_compute(UseCase useCase, Verdict expected)
    {
        Experiment experiment = TwoForms with { Workload = TwoForms.Workload with { UseCase = useCase } };
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

    private static double? Mean(Slot slot) => SlotMetrics.Value(slot, Metric.Mean);

    private static IReadOnlyList<Round> Rounds(int count, double sync, double async, Func<Slot, Slot> change) =>
        ExperimentJudge.CompleteRounds(
            TwoForms,
            Enumerable.Range(1, count).SelectMany(r => new[] { change(Given.Slot(r, 1, Form.Sync, sync)), change(Given.Slot(r, 2, Form.Async, async)) }));
}
