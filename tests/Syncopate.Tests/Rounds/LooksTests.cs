using Syncopate.Judging;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>When a run stops, and what it then says.</summary>
public sealed class LooksTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public void What_is_far_apart_is_decided_after_four_rounds()
    {
        SimulatedOutcome outcome = Run(form => form == Form.Async ? 1 : 5);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(4, outcome.Rounds);
        Assert.Equal((Verdict.Gain, DecisionBasis.FarApart, 4), Told(outcome));
    }

    [Fact]
    public void A_factor_of_two_is_not_decided_after_four_rounds_but_soon_after()
    {
        SimulatedOutcome outcome = Run(form => form == Form.Async ? 10 : 5);

        Assert.InRange(outcome.Rounds, 5, 7);
        Assert.Equal((Verdict.Loss, DecisionBasis.FarApart, outcome.Rounds), Told(outcome));
    }

    [Fact]
    public void A_small_difference_waits_for_the_first_regular_look()
    {
        SimulatedOutcome outcome = Run(form => form == Form.Async ? 5.6 : 5, noise: 0.005);

        Assert.Equal((Verdict.Loss, DecisionBasis.ExcludesEqual, 8), Told(outcome));
        Assert.Equal(8, outcome.Rounds);
    }

    [Fact]
    public void Equal_forms_are_said_to_be_equal()
    {
        SimulatedOutcome outcome = Run(_ => 5, noise: 0.005);

        Assert.Equal((Verdict.NoDifference, DecisionBasis.InsideMargin, 8), Told(outcome));
        Assert.Equal(Verdict.NoDifference, outcome.Report.Experiments[0].Verdict);
    }

    [Fact]
    public void Noise_is_no_verdict_and_the_report_says_how_many_rounds_would_be_one()
    {
        SimulatedOutcome outcome = Run(_ => 5, noise: 0.3);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Empty(outcome.Decided);
        Assert.Equal(Verdict.Undecided, outcome.Report.Experiments[0].Verdict);
        Assert.True(outcome.Report.Experiments[0].Comparisons[0].RoundsNeeded > outcome.Rounds);
        Assert.False(outcome.Report.Partial);
    }

    [Theory]
    [InlineData(10, 1)]
    [InlineData(15, 1)]
    [InlineData(18, 2)] // 12 rounds of 1.5 s.
    [InlineData(27, 3)]
    [InlineData(60, 5)]
    [InlineData(600, 9)]
    public void The_looks_are_fixed_before_the_first_round_by_the_time_that_is_planned(double seconds, int looks)
    {
        SimulatedWorld world = new() { Noise = 0.5 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), TimeSpan.FromSeconds(seconds));

        Assert.Equal(looks, Assert.Single(outcome.Experiments).Looks);
        Assert.IsType<Experiment>(outcome.Reading.Records.First(r => r is Experiment or Slot));
    }

    [Fact]
    public void A_question_ends_with_its_last_look_though_time_is_left()
    {
        SimulatedOutcome outcome = Run(_ => 5, noise: 0.6, minutes: 30);

        Assert.Equal(Looks.RoundsAt(Looks.Most), outcome.Rounds);
        Assert.True(outcome.Elapsed < 10 * Minute);
    }

    [Fact]
    public void No_more_rounds_are_measured_than_are_wanted()
    {
        SimulatedWorld world = new() { Noise = 0.6 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { MaximumRounds = 12 }, 10 * Minute);

        Assert.Equal(12, outcome.Rounds);
        Assert.Equal(2, outcome.Experiments[0].Looks);
    }

    [Fact]
    public void A_verdict_stays_when_further_rounds_are_wanted_for_the_figures()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { MinimumRounds = 10 }, Minute);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(10, outcome.Rounds);
        Assert.Equal((Verdict.Gain, DecisionBasis.FarApart, 4), Told(outcome));
        Assert.Equal(4, outcome.Report.Experiments[0].Comparisons[0].Rounds);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void An_open_pair_keeps_a_question_open_unless_the_answer_is_all_that_is_wanted(bool stops)
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Parallel ? 1 : 5, Noise = 0.1 };
        ExperimentPlan plan = SimulatedPlan.Warm(world, Form.Sync, Form.Async, Form.Parallel) with { StopsWhenAnswered = stops };

        SimulatedOutcome outcome = world.Run(plan, Minute);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(Verdict.Gain, Told(outcome).Verdict);
        Assert.Equal(stops, outcome.Rounds == Told(outcome).Rounds);
    }

    [Fact]
    public void At_99_percent_there_is_no_early_look()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5 };
        ExperimentPlan plan = SimulatedPlan.Warm(world);

        SimulatedOutcome outcome = world.Run(plan with { Experiment = plan.Experiment with { Confidence = Looks.HighConfidence } }, Minute);

        // Of several looks at this level the first has too few rounds for an interval.
        Assert.Equal((Verdict.Gain, DecisionBasis.ExcludesEqual, 12), Told(outcome));
    }

    [Fact]
    public void A_decision_is_told_once_and_with_the_round_in_which_it_fell()
    {
        SimulatedOutcome outcome = Run(form => form == Form.Async ? 1 : 5);

        RunProgress told = Assert.Single(outcome.Told, t => t.Standing?.Decided is not null);
        Assert.Equal(("round 4", 4), (told.Stage, told.Standing?.Round));
        Assert.True(outcome.Told[^1].Finished);
    }

    [Fact]
    public void A_form_that_differs_from_itself_by_as_much_gives_no_verdict()
    {
        // The second of two slots of the form that is measured twice takes 1.3 times as long: more than what the forms differ by.
        SimulatedWorld world = new(7) { Noise = 0, Milliseconds = form => form == Form.Async ? 6 : 5 };
        world.Slowness = _ => world.IsInRound && IsNoise(world) ? 1.3 : 1;

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), Minute / 3);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(Verdict.Undecided, outcome.Report.Experiments[0].Verdict);
        Assert.Empty(outcome.Decided);
    }

    private static bool IsNoise(SimulatedWorld world) =>
        RoundOrder.Draw(world.Seed, "question", (world.FinishedLoads / 3) + 1, 3)[world.FinishedLoads % 3] == 2;

    private static SimulatedOutcome Run(Func<Form, double> milliseconds, double noise = 0.02, int minutes = 1)
    {
        SimulatedWorld world = new() { Milliseconds = milliseconds, Noise = noise };
        return world.Run(SimulatedPlan.Warm(world), minutes * Minute);
    }

    private static (Verdict Verdict, DecisionBasis Basis, int Rounds) Told(SimulatedOutcome outcome)
    {
        Decision decision = Assert.Single(outcome.Decided).Decision;
        return (decision.Verdict, decision.Basis, decision.Rounds);
    }
}
