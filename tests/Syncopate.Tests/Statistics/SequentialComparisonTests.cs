using Syncopate.Judging;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class SequentialComparisonTests
{
    /// <summary>Mean exactly 0, largest value 1.75: eight values that spread a ratio without moving it.</summary>
    private static readonly double[] Spread = [-1.75, 1.25, -0.75, 0.25, -0.25, 0.75, -1.25, 1.75];

    [Fact]
    public void A_candidate_that_is_faster_in_every_round_gains_at_the_first_look()
    {
        Decision decision = Judge(Rounds(8, ratio: 0.9, spread: 0.01));

        Assert.Equal((LookOutcome.Decided, Verdict.Gain, DecisionBasis.ExcludesEqual, 8), Summary(decision));
        Assert.Equal(0.9, decision.Ratio!.Value, 1e-9);
    }

    [Fact]
    public void A_candidate_that_is_slower_loses() =>
        Assert.Equal(Verdict.Loss, Judge(Rounds(8, ratio: 2, spread: 0.01)).Verdict);

    [Fact]
    public void Where_more_is_better_a_larger_value_gains() =>
        Assert.Equal(Verdict.Gain, Judge(Rounds(8, ratio: 2, spread: 0.01), new(4, 5) { HigherIsBetter = true }).Verdict);

    [Fact]
    public void An_interval_within_the_margin_shows_equivalence() =>
        Assert.Equal(
            (LookOutcome.Decided, Verdict.NoDifference, DecisionBasis.InsideMargin, 8),
            Summary(Judge(Rounds(8, ratio: 1, spread: 0.01))));

    [Fact]
    public void A_real_difference_smaller_than_the_margin_is_no_difference() =>
        Assert.Equal(Verdict.NoDifference, Judge(Rounds(8, ratio: 1.03, spread: 0.001), new(4, 5) { ProcessSpread = 0 }).Verdict);

    [Fact]
    public void Without_enough_rounds_for_a_look_the_estimate_stands_alone()
    {
        Decision decision = Judge(Rounds(7, ratio: 0.9, spread: 0.01));

        Assert.Equal((LookOutcome.Continue, Verdict.Undecided, DecisionBasis.TooFewRounds, 7), Summary(decision));
        Assert.InRange(decision.Ratio!.Value, 0.89, 0.91);
        Assert.Null(decision.Low);
    }

    [Fact]
    public void Without_a_round_there_is_no_estimate() => Assert.Null(Judge([]).Ratio);

    [Fact]
    public void A_wide_interval_asks_for_more_rounds_until_the_budget_is_over()
    {
        RoundPair[] rounds = Rounds(27, ratio: 1, spread: 0.3);

        Assert.Equal(LookOutcome.Continue, Judge(rounds[..26]).Outcome);
        Assert.Equal((LookOutcome.Exhausted, Verdict.Undecided, DecisionBasis.TooWide, 27), Summary(Judge(rounds)));
    }

    [Fact]
    public void The_rounds_needed_grow_with_the_square_of_the_width()
    {
        Decision decision = Judge(Rounds(27, ratio: 1, spread: 0.3), new(4, 5) { ProcessSpread = 0 });

        double width = Math.Log(decision.High!.Value) - Math.Log(decision.Low!.Value);
        Assert.Equal((int)Math.Ceiling(27 * Math.Pow(width / (2 * Math.Log(1.05)), 2)), decision.RoundsNeeded);
    }

    [Fact]
    public void Rounds_between_looks_and_after_the_deciding_look_do_not_count()
    {
        RoundPair[] rounds = Rounds(27, ratio: 0.9, spread: 0.01);
        Decision atFirstLook = Judge(rounds[..8]);
        for (int i = 8; i < 27; i++)
            rounds[i] = rounds[i] with { Candidate = 1e9 };

        for (int n = 8; n <= 27; n++)
            Assert.Equal(atFirstLook, Judge(rounds[..n]));
    }

    /// <summary>With K = 4 looks and 3 comparisons each look has 0.0160 / 3 = 0.0053; eight rounds reach 2 / 2^8 =
    /// 0.0078 at best.</summary>
    [Fact]
    public void A_level_out_of_reach_waits_for_the_next_look()
    {
        RoundPair[] rounds = Rounds(12, ratio: 0.9, spread: 0.01);
        ComparisonRules rules = new(4, 5) { Comparisons = 3 };

        Assert.Equal((LookOutcome.Continue, Verdict.Undecided, DecisionBasis.LevelOutOfReach, 8), Summary(Judge(rounds[..8], rules)));
        Assert.Equal((LookOutcome.Decided, Verdict.Gain, DecisionBasis.ExcludesEqual, 12), Summary(Judge(rounds, rules)));
    }

    [Fact]
    public void A_difference_below_the_absolute_floor_is_never_a_gain()
    {
        RoundPair[] rounds = Rounds(27, ratio: 0.92, spread: 0.02, baseline: 0.5e6);

        Assert.Equal(Verdict.Gain, Judge(rounds).Verdict);
        Assert.Equal(Verdict.NoDifference, Judge(rounds, new(4, 5) { Floor = 0.1e6 }).Verdict);
    }

    [Fact]
    public void A_clear_sign_with_a_difference_below_the_floor_stays_undecided() =>
        Assert.Equal(
            DecisionBasis.BelowFloor,
            Judge(Rounds(27, ratio: 0.86, spread: 0.09, baseline: 0.5e6), new(4, 5) { Floor = 0.1e6 }).Basis);

    [Fact]
    public void An_effect_inside_the_noise_floor_is_undecided()
    {
        RoundPair[] rounds = Rounds(27, ratio: 0.9, spread: 0.02);
        for (int i = 0; i < rounds.Length; i++)
            rounds[i] = rounds[i] with { NoiseLogRatio = 0.12 + 0.01 * Spread[i % 8] };

        Assert.Equal((LookOutcome.Exhausted, Verdict.Undecided, DecisionBasis.InsideNoise, 27), Summary(Judge(rounds)));
    }

    [Fact]
    public void An_effect_above_the_noise_floor_is_decided()
    {
        RoundPair[] rounds = Rounds(8, ratio: 0.8, spread: 0.02);
        for (int i = 0; i < rounds.Length; i++)
            rounds[i] = rounds[i] with { NoiseLogRatio = 0.12 + 0.01 * Spread[i % 8] };

        Assert.Equal(Verdict.Gain, Judge(rounds).Verdict);
    }

    /// <summary>h' = sqrt(h^2 + (1.96 s_p)^2 / P), by hand: equal rounds have h = 0, so one pair of processes leaves
    /// 1.96 x 0.8 % and four leave half of it.</summary>
    [Theory]
    [InlineData(1, 0.01568)]
    [InlineData(4, 0.00784)]
    public void The_process_allowance_widens_the_interval(int processPairs, double halfWidth)
    {
        RoundPair[] rounds = Rounds(8, ratio: 0.9, spread: 0).Select(r => r with { ProcessPairs = processPairs }).ToArray();

        Decision decision = Judge(rounds);

        Assert.Equal(0.9 * Math.Exp(-halfWidth), decision.Low!.Value, 1e-12);
        Assert.Equal(0.9 * Math.Exp(halfWidth), decision.High!.Value, 1e-12);
    }

    [Fact]
    public void Swapping_the_forms_turns_the_ratio_over()
    {
        RoundPair[] rounds = Rounds(8, ratio: 0.7, spread: 0.05);
        Decision there = Judge(rounds);
        Decision back = Judge([.. rounds.Select(r => r with { Baseline = r.Candidate, Candidate = r.Baseline })]);

        Assert.Equal(1 / there.Ratio!.Value, back.Ratio!.Value, 1e-12);
        Assert.Equal(1 / there.High!.Value, back.Low!.Value, 1e-12);
        Assert.Equal((Verdict.Gain, Verdict.Loss), (there.Verdict, back.Verdict));
    }

    [Fact]
    public void The_unit_does_not_matter()
    {
        RoundPair[] nanoseconds = Rounds(8, ratio: 0.7, spread: 0.05, baseline: 1e6);
        RoundPair[] milliseconds = Rounds(8, ratio: 0.7, spread: 0.05, baseline: 1);

        Assert.Equal(Judge(nanoseconds).Low!.Value, Judge(milliseconds).Low!.Value, 1e-12);
    }

    [Fact]
    public void A_round_in_which_the_forms_are_equal_is_neither_won_nor_lost()
    {
        RoundPair[] rounds = [new(1, 1, 1), new(1, 0.9, 1), new(1, 1.1, 1), new(1, 1.2, 1)];
        Decision atLook = Judge([.. rounds, .. rounds]);

        Assert.Equal((1, 2), (Judge(rounds).RoundsWon, Judge(rounds).RoundsLost));
        Assert.Equal((2, 4), (atLook.RoundsWon, atLook.RoundsLost));
        Assert.Equal(
            (2, 1),
            (Judge(rounds, new(4, 5) { HigherIsBetter = true }).RoundsWon,
                Judge(rounds, new(4, 5) { HigherIsBetter = true }).RoundsLost));
    }

    /// <summary>Of 36 means of two the six smallest are 0, and the interval of one look leaves out three: it begins at "equal".</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(0.5)]
    public void An_interval_that_touches_equal_holds_it(double ratio)
    {
        RoundPair[] rounds = [.. Enumerable.Range(0, 8).Select(i => new RoundPair(1, i < 3 ? 1 : ratio, 1))];

        Assert.Equal(DecisionBasis.TooWide, Judge(rounds, new(1, 5) { ProcessSpread = 0 }).Basis);
    }

    /// <summary>The last of eight rounds came in another order: an early look after it would have asked for a factor of 1.2 only.</summary>
    [Fact]
    public void At_the_first_regular_look_there_is_no_early_one()
    {
        RoundPair[] rounds = Rounds(8, ratio: 1.4, spread: 0.001);
        rounds[7] = rounds[7] with { BaselineFirst = true };

        Assert.Equal((LookOutcome.Decided, Verdict.Loss, DecisionBasis.ExcludesEqual, 8), Summary(Judge(rounds)));
    }

    [Fact]
    public void A_margin_wider_than_the_factor_of_an_early_look_is_what_must_be_left()
    {
        RoundPair[] rounds = Rounds(5, ratio: 1.6, spread: 0.001);

        Assert.Equal(DecisionBasis.FarApart, Judge(rounds, new(4, 50)).Basis);
        Assert.Equal(DecisionBasis.TooFewRounds, Judge(rounds, new(4, 70)).Basis);
    }

    [Fact]
    public void The_processes_are_those_of_the_last_round()
    {
        RoundPair[] rounds = [.. Rounds(8, ratio: 0.9, spread: 0).Select((r, i) => r with { ProcessPairs = 1 + i / 7 * 3 })];

        Decision decision = Judge(rounds);

        Assert.Equal(4, decision.ProcessPairs);
        Assert.Equal(0.9 * Math.Exp(-0.00784), decision.Low!.Value, 1e-12);
        Assert.Equal(0.9 * Math.Exp(-0.00784), Math.Exp(new SequentialComparison(new(4, 5)).SoFar(rounds).Low!.Value), 1e-12);
    }

    /// <summary>A floor of 1 over the median of the baselines: between 8 and 12 in eight rounds, 8 in 27.</summary>
    [Theory]
    [InlineData(8, 10)]
    [InlineData(27, 12.5)]
    public void A_floor_is_a_share_of_the_median_of_the_baselines(int count, double percent)
    {
        double[] baselines = [1, 70, 3, 8, 12, 50, 60, 2, .. Enumerable.Repeat(7.0, 10), .. Enumerable.Repeat(9.0, 7), 8, 9];
        RoundPair[] rounds = [.. baselines.Take(count).Select((b, i) => new RoundPair(b, b * (i % 2 == 0 ? 0.5 : 2), 1))];

        Assert.Equal(percent, Judge(rounds, new(4, 5) { Floor = 1 }).MarginPercent, 1e-9);
    }

    [Fact]
    public void More_rounds_are_needed_than_there_are_and_no_more_than_can_be_counted()
    {
        RoundPair[] noisy = [.. Rounds(8, ratio: 0.9, spread: 0.001).Select(r => r with { NoiseLogRatio = 0.5 })];

        Assert.Equal(9, Judge(noisy).RoundsNeeded);
        Assert.Equal(int.MaxValue, Judge(Rounds(8, ratio: 1, spread: 0.3), new(4, 1e-9)).RoundsNeeded);
        Assert.Null(Judge(Rounds(8, ratio: 0.9, spread: 0.01), new(4, 5) { Comparisons = 3 }).RoundsNeeded);
        Assert.Null(Judge(Rounds(8, ratio: 0.9, spread: 0.01)).RoundsNeeded);
    }

    [Fact]
    public void The_height_of_the_noise_is_the_end_that_lies_furthest_from_equal()
    {
        Assert.Equal(0.3, new NoiseFloor(new(0, -0.3, 0.1), 8).Height);
        Assert.Equal(0.4, new NoiseFloor(new(0, -0.3, 0.4), 8).Height);
        Assert.Null(new NoiseFloor(new(0, null, null), 3).Height);
        Assert.Null(NoiseFloor.From([]));
        Assert.Equal((1, 5), (NoiseFloor.From([1, 1, 1, 1, 1])!.Estimate.Theta, NoiseFloor.From([1, 1, 1, 1, 1])!.Rounds));
    }

    private static Decision Judge(RoundPair[] rounds, ComparisonRules? rules = null) =>
        new SequentialComparison(rules ?? new ComparisonRules(looks: 4, marginPercent: 5)).Judge(rounds);

    private static (LookOutcome, Verdict, DecisionBasis, int) Summary(Decision d) => (d.Outcome, d.Verdict, d.Basis, d.Rounds);

    private static RoundPair[] Rounds(int count, double ratio, double spread, double baseline = 100e6) =>
        [
            .. Enumerable.Range(0, count).Select(i =>
                new RoundPair(baseline, baseline * ratio * Math.Exp(spread * Spread[i % 8]), ProcessPairs: 1)),
        ];
}
