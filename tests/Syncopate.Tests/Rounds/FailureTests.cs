using Syncopate.Reporting;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>Servers that do not start, die, fail or fall silent.</summary>
public sealed class FailureTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(100);

    [Fact]
    public void A_server_that_does_not_start_ends_the_run_and_the_servers_that_did()
    {
        SimulatedWorld world = new();
        ExperimentPlan plan = SimulatedPlan.Warm(world, Form.Sync, Form.Async, Form.Parallel);
        plan = plan with { Server = form => world.Source(form.ToString()) with { Refuses = n => n == 2 } };

        SimulatedOutcome outcome = world.Run(plan, 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal((RunOutcome.TargetFailed, "Cannot use Async: it did not start."), (outcome.End!.Outcome, outcome.End.Message));
        Assert.Equal(2, world.Servers.Count);
        Assert.Empty(outcome.Slots);
    }

    [Theory]
    [InlineData("warming up")]
    [InlineData("pilot")]
    [InlineData("round 1 ")]
    [InlineData("round 5 ")]
    public void A_server_that_dies_ends_the_run_with_its_name_and_keeps_what_was_finished(string stage)
    {
        SimulatedWorld world = null!; // set in the next line
        world = new SimulatedWorld
        {
            Noise = 0.5,
            OnTold = told => Once(ref stage, told, () => world.After(Moment, () => world.Servers[1].Die())),
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Piloted(world), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.StartsWith("Async (process 2) ended", outcome.End?.Message, StringComparison.Ordinal);
        Assert.Contains(outcome.Report.Missing, m => m.StartsWith("The run could not go on: Async", StringComparison.Ordinal));
    }

    [Fact]
    public void A_server_that_dies_in_a_round_is_no_part_of_a_figure()
    {
        string stage = "round 5 ";
        SimulatedWorld world = null!; // set in the next line
        world = new SimulatedWorld
        {
            Noise = 0.5,
            OnTold = told => Once(ref stage, told, () => world.After(Moment, () => world.Servers[0].Die())),
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.Equal(4, outcome.Rounds);
        Assert.Equal(12, outcome.Slots.Count);
        Assert.Equal(4, outcome.Report.Experiments[0].Rounds);
    }

    [Fact]
    public void Of_a_reset_that_is_seen_before_the_death_that_caused_it_the_death_is_told()
    {
        SimulatedWorld world = null!; // set in the next line
        world = new SimulatedWorld { OnTold = told => OnStage(told, "round 2 ", () => world.After(Moment, world.Servers[0].Break)) };
        ExperimentPlan plan = SimulatedPlan.Warm(world);
        plan = plan with { Experiment = plan.Experiment with { Load = new UsersForTime(10, 3 * Second) } };

        SimulatedOutcome outcome = world.Run(plan, 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal("Sync (process 1) ended while it was needed: exit code 134.", outcome.End?.Message);
    }

    [Fact]
    public void A_server_that_dies_between_two_rounds_is_missed_in_the_next()
    {
        SimulatedWorld world = null!; // set in the next line
        world = new SimulatedWorld
        {
            Noise = 0.5,
            OnTold = told => OnStage(told, "round 3", () => world.Servers[1].Die(), told.Standing is not null),
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal((RunOutcome.TargetFailed, 3), (outcome.End!.Outcome, outcome.Rounds));
    }

    [Fact]
    public void A_server_that_others_need_is_missed_as_well()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        world.At(12 * Second, () => world.Servers[0].Die());

        SimulatedOutcome outcome = world.Run(
            async (run, token) =>
            {
                run.Keep((SimulatedServer)await world.Source("Feeds").OpenAsync(run, token));
                await new ExperimentRunner(run, SimulatedPlan.Warm(world), 60 * Second, TimeSpan.Zero).RunAsync(token);
            },
            "question");

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.StartsWith("Feeds (process 1) ended", outcome.End?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_monitor_that_is_silent_for_a_while_leaves_slots_without_its_figures_and_a_doubt()
    {
        SimulatedWorld world = new() { IsMonitored = true, Noise = 0.5 };
        world.At(8 * Second, () => world.Servers[0].FallSilent());

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 25 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
        Assert.Contains(outcome.Slots, s => s is { Form: Form.Sync, Target: null or { IsMonitored: false } });
        Assert.All(outcome.Slots.Where(s => s.Form == Form.Async), s => Assert.True(s.Target?.IsMonitored));
    }

    [Fact]
    public void A_monitor_that_stays_silent_ends_the_run()
    {
        SimulatedWorld world = new() { IsMonitored = true, Noise = 0.5 };
        world.At(8 * Second, () => world.Servers[0].FallSilent());

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 120 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.StartsWith("Sync (process 1) stopped answering its monitor for 2", outcome.End?.Message, StringComparison.Ordinal);
        Assert.InRange(outcome.Elapsed, 28 * Second, 34 * Second); // It is looked for while a load is on it.
    }

    [Fact]
    public void Failed_requests_end_a_comparison_without_a_number()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5 };
        world.ErrorShareOf = server => world.IsInRound && server.Name == "Async" ? 0.01 : 0;

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(1, outcome.Rounds);
        ExperimentReport report = outcome.Report.Experiments[0];
        Assert.Equal((Verdict.Undecided, null), (report.Verdict, report.Comparisons[0].Ratio));
        Assert.Contains(report.Doubts, d => d.Code == "errors");
    }

    [Fact]
    public void Failed_requests_are_not_blamed_on_the_time()
    {
        SimulatedWorld world = new();
        world.ErrorShareOf = server => world.IsInRound && server.Name == "Async" ? 0.01 : 0;

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Piloted(world), 60 * Second);

        Assert.Equal(1, outcome.Rounds);
        Assert.Null(outcome.DoubtOf("too-little-time"));
    }

    [Fact]
    public void Too_few_rounds_for_want_of_time_are_blamed_on_it()
    {
        SimulatedWorld world = new() { Milliseconds = _ => 100, Noise = 0.5 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Piloted(world), 60 * Second);

        Assert.InRange(outcome.Rounds, 1, 7);
        Assert.Contains($"so that {outcome.Rounds} fitted", outcome.DoubtOf("too-little-time")?.What, StringComparison.Ordinal);
    }

    [Fact]
    public void A_server_that_answers_nothing_while_it_is_warmed_for_a_cold_question_ends_it()
    {
        SimulatedWorld world = new() { ErrorShareOf = _ => 1 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Cold(world), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Contains("gave no good answer to /", outcome.End?.Message, StringComparison.Ordinal);
        Assert.EndsWith(
            "See its log: that of a server that the tool started is in the run's folder.", outcome.End?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Answers_that_differ_are_not_compared()
    {
        SimulatedWorld world = new();
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second) with
        {
            ReadAnswer = (form, _, _, _) => Task.FromResult(new CheckedAnswer(form, 200, 100, form.ToString(), 5)),
        };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(0, world.Loads);
        Assert.Contains("with other contents", outcome.End?.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("oops, this is another answer")]
    [InlineData("oops")]
    public void A_target_that_turns_to_another_answer_later_has_no_number(string later)
    {
        int asked = 0;
        SimulatedWorld world = new() { BodyBytesOf = (server, answers) => answers * (server.Name == "B" ? 25 * later.Length : 100) };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second) with
        {
            ReadAnswer = (form, _, _, _) => Task.FromResult(++asked > 3 && form == Form.B
                ? new CheckedAnswer(form, 200, 25 * later.Length, later, 5)
                : new CheckedAnswer(form, 200, 100, "done", 5)),
        };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Doubt doubt = Assert.Single(outcome.Doubts, d => d.Code == Doubt.OtherAnswers);
        Assert.Contains(
            later == "oops"
                ? "the last one, it answered 200 with 100 bytes, with other contents"
                : "of round 1 its answers had 700 bytes on average. Asked once more after that round, it answered 200 with 700 bytes",
            doubt.What,
            StringComparison.Ordinal);
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.All(outcome.Report.Experiments[0].Comparisons, c => Assert.Equal((Verdict.Undecided, null), (c.Verdict, c.Ratio)));
    }

    [Fact]
    public void Answers_that_vary_by_themselves_in_both_targets_are_compared()
    {
        SimulatedWorld world = new() { BodyBytesOf = (_, answers) => 100 * answers + answers / 3 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 60 * Second).RunAsync, UrlComparison.Id);

        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
    }

    private static void Once(ref string stage, RunProgress told, Action happening)
    {
        if (stage.Length == 0 || !told.Stage.StartsWith(stage, StringComparison.Ordinal))
            return;
        stage = "";
        happening();
    }

    private static void OnStage(RunProgress told, string stage, Action happening, bool isIt = true)
    {
        if (isIt && told.Stage.StartsWith(stage, StringComparison.Ordinal))
            happening();
    }
}
