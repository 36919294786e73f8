using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>Questions about servers that have just been started.</summary>
public sealed class ColdQuestionTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Every_slot_has_a_server_of_its_own(int ahead)
    {
        SimulatedWorld world = new() { Noise = 0.5 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Cold(world) with { RoundsAhead = ahead }, 30 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.True(outcome.Rounds >= 8, $"{outcome.Rounds} rounds");
        Assert.Equal(outcome.Slots.Count, outcome.Slots.Select(s => s.Process).Distinct().Count());
    }

    [Fact]
    public void Servers_of_some_rounds_are_started_side_by_side()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        ExperimentPlan plan = SimulatedPlan.Cold(world) with { RoundsAhead = 4, Server = Starting(world, 3 * Second) };

        SimulatedOutcome outcome = world.Run(plan, 30 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(12, world.Servers.Count(s => s.Ordinal <= 12));
        Assert.True(outcome.Slots.Count(s => s.StartedNanoseconds < 6e9) >= 12, "Four rounds have servers after three seconds.");
    }

    [Fact]
    public void No_more_servers_are_started_than_there_are_rounds_to_the_next_look()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 20 };

        SimulatedOutcome outcome = world.RunToLooks(SimulatedPlan.Cold(world) with { RoundsAhead = 10 }, 40 * Second);

        Assert.Equal(4, outcome.Rounds);
        Assert.Equal(12, world.Servers.Count);
    }

    [Fact]
    public void A_new_server_has_answered_only_what_compiles_its_code()
    {
        List<(string Server, long Answers)> counts = new List<(string Server, long Answers)>();
        SimulatedWorld world = null!; // set in the next line
        world = new SimulatedWorld { Noise = 0.5, OnLoad = (server, _) => counts.Add((server.Name + server.Ordinal, server.Answers)) };

        world.Run(SimulatedPlan.Cold(world), 10 * Second);

        Assert.All(counts.GroupBy(c => c.Server), server => Assert.Equal([0, 20], server.Select(s => s.Answers)));
    }

    [Fact]
    public void Servers_that_are_not_there_when_the_time_is_over_are_given_up()
    {
        SimulatedWorld world = new();
        ExperimentPlan plan = SimulatedPlan.Cold(world) with { Server = Starting(world, 300 * Second) };

        SimulatedOutcome outcome = world.RunToLooks(plan, 20 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal((RunOutcome.Finished, 20.0, 0), (outcome.End!.Outcome, Math.Round(outcome.Elapsed.TotalSeconds), outcome.Rounds));
    }

    [Fact]
    public void A_server_of_one_round_that_does_not_start_ends_those_of_all()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        ExperimentPlan plan = SimulatedPlan.Cold(world) with
        {
            RoundsAhead = 4,
            Server = form => world.Source(form.ToString()) with { Refuses = n => n == 5 },
        };

        SimulatedOutcome outcome = world.Run(plan, 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal((RunOutcome.TargetFailed, 0), (outcome.End!.Outcome, outcome.Slots.Count));
        Assert.Equal(11, world.Servers.Count);
    }

    [Fact]
    public void A_server_that_dies_while_it_waits_for_its_round_ends_the_run()
    {
        SimulatedWorld world = null!; // set in the next line
        world = new SimulatedWorld
        {
            Noise = 0.5,
            OnTold = told =>
            {
                if (told.Stage == "round 2")
                    world.Servers.First(s => s is { IsEnded: false, Answers: 20 }).Die();
            },
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Cold(world) with { RoundsAhead = 4 }, 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.True(outcome.Rounds is 2 or 3, $"{outcome.Rounds} rounds");
    }

    [Fact]
    public void A_cold_comparison_looks_at_the_answers_first_and_then_starts_anew()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.B ? 1 : 5 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second) with { IsCold = true };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(Verdict.Gain, outcome.Report.Experiments[0].Verdict);
        Assert.True(outcome.Slots.Min(s => s.Process) > 2, "The first two answered the look and nothing else.");
        Assert.Contains(outcome.Experiments[0].Caveats, c => c.StartsWith("Every slot began on a new server", StringComparison.Ordinal));
    }

    private static Func<Form, IServerSource> Starting(SimulatedWorld world, TimeSpan start) =>
        form => world.Source(form.ToString()) with { Start = _ => start };
}
