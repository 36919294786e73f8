using Syncopate.Experiments;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>Several questions in one box of time, on servers with a load.</summary>
public sealed class BoxTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Steady_questions_of_a_short_run_share_servers_that_are_warmed_once()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5 };

        SimulatedOutcome outcome = Ask(world, 40, shares: true, Question(world, "first"), Question(world, "second"));

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(2, world.Servers.Count);
        Assert.Equal(["first", "second"], outcome.Decided.Select(d => d.Experiment));
        // Half a second to start and three seconds of calm, and then four rounds of each.
        Assert.InRange(outcome.Elapsed, 14 * Second, 18 * Second);
    }

    [Fact]
    public void What_computes_has_servers_to_itself()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5 };
        ExperimentPlan computing = Question(world, "second");
        Workload work = computing.Experiment.Workload with { UseCase = UseCase.CpuBound };
        computing = computing with { Experiment = computing.Experiment with { Workload = work } };

        SimulatedOutcome outcome = Ask(world, 60, shares: true, Question(world, "first"), computing, Question(world, "third"));

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(4, world.Servers.Count);
        Assert.Equal(Processes(outcome, "first"), Processes(outcome, "third"));
        Assert.Empty(Processes(outcome, "first").Intersect(Processes(outcome, "second")));
    }

    [Fact]
    public void Time_that_a_decided_question_leaves_decides_the_next()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5 };
        ExperimentPlan close = Question(world, "close", Form.A, Form.B);

        SimulatedOutcome outcome = Ask(world, 60, shares: false, Question(world, "far"), close);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(4, outcome.RoundsOf("far"));
        Assert.True(outcome.RoundsOf("close") >= 8, $"{outcome.RoundsOf("close")} rounds");
        Assert.Equal(Verdict.NoDifference, outcome.Report.Experiments.Single(e => e.Id == "close").Verdict);
    }

    [Fact]
    public void A_question_for_which_there_was_no_time_is_not_begun_and_the_report_names_it_once()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        ExperimentPlan late = Question(world, "late") with { EstimatedRound = 9 * Second };

        SimulatedOutcome outcome = Ask(world, 24, shares: false, Question(world, "first"), late);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.DoesNotContain(outcome.Experiments, e => e.Id == "late");
        Assert.True(outcome.Report.Partial);
        Assert.Contains("late", Assert.Single(outcome.Report.Missing), StringComparison.Ordinal);
    }

    [Fact]
    public void A_box_is_kept_with_an_articles_own_protocol_in_it()
    {
        for (double seconds = 25; seconds < 80; seconds += 5)
        {
            SimulatedWorld world = new() { Noise = 0.3 };
            ExperimentPlan plan = Question(world, "profiled");
            plan = plan with { Experiment = plan.Experiment with { Profile = new SteppedUsers(1, 1, 5, Second) }, RoundsPerProcess = 10 };

            SimulatedOutcome outcome = Ask(world, seconds, shares: false, plan, Question(world, "other"));

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.True(outcome.Elapsed <= seconds * Second + 0.1 * Second, $"{outcome.Elapsed} of {seconds} s");
            int profiles = outcome.Slots.Any(s => s.Experiment == "profiled") ? 2 : 0;
            Assert.Equal(profiles, outcome.Slots.Count(s => s.Kind == SlotKind.Profile));
        }
    }

    [Fact]
    public void Cold_and_warm_questions_are_asked_in_one_box()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5 };
        ExperimentPlan cold = SimulatedPlan.Cold(world) with { RoundsAhead = 4 };
        cold = cold with { Experiment = cold.Experiment with { Id = "cold" } };

        SimulatedOutcome outcome = Ask(world, 40, shares: true, Question(world, "warm"), cold);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal([4, 4], new[] { outcome.RoundsOf("warm"), outcome.RoundsOf("cold") });
        Assert.Equal(2 + 12, world.Servers.Count);
    }

    [Fact]
    public void A_server_that_dies_ends_all_questions_and_the_report_says_which_were_not_asked()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        world.At(8 * Second, () => world.Servers[0].Die());

        SimulatedOutcome outcome = Ask(world, 60, shares: true, Question(world, "first"), Question(world, "second"));

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.Contains("second: not measured.", outcome.Report.Missing);
    }

    private static SimulatedOutcome Ask(SimulatedWorld world, double seconds, bool shares, params ExperimentPlan[] plans)
    {
        // Questions share servers whose sources are the same.
        Func<Form, IServerSource> servers = form => world.Source(form.ToString());
        return world.Run(
            async (run, token) =>
            {
                await using BudgetScheduler box = new(run, [.. plans.Select(p => p with { Server = servers })], seconds * Second, shares);
                await box.RunAsync(token);
            },
            [.. plans.Select(p => p.Experiment.Id)]);
    }

    private static ExperimentPlan Question(SimulatedWorld world, string id, params Form[] forms)
    {
        ExperimentPlan plan = SimulatedPlan.Warm(world, forms);
        return plan with { Experiment = plan.Experiment with { Id = id } };
    }

    private static List<int> Processes(SimulatedOutcome outcome, string id) =>
        [.. outcome.Slots.Where(s => s.Experiment == id).Select(s => s.Process).Distinct().Order()];
}
