using System.Globalization;
using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>Agents that send the load of a comparison, and are lost in it.</summary>
public sealed class LostAgentTests
{
    private const string Warming = "warming";

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    /// <summary>Forms are compared by slots that the same agents sent whole: what came before the loss does not count either, and an agent
    /// that was started anew has code that is not compiled.</summary>
    [Fact]
    public void A_round_in_which_an_agent_was_lost_is_measured_again_by_warm_agents_and_is_in_the_journal_once()
    {
        List<string> sent = [];
        SimulatedWorld world = new()
        {
            HasAgents = true,
            LosesAgent = request =>
            {
                sent.Add(request.IsUnrecorded ? Warming : request.Path);
                return sent.Count == 4; // Both forms are warmed; then it is the second slot of the round.
            },
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.Equal([Warming, Warming], sent.Take(2));
        Assert.Equal([Warming, Warming], sent.Skip(4).Take(2));
        Assert.Equal(sent.Skip(2).Take(2), sent.Skip(6).Take(2));
        Assert.DoesNotContain(Warming, sent.Skip(6));
        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
        Assert.Equal(sent.Count - 6, outcome.Slots.Count);
        Assert.All(
            outcome.Slots.GroupBy(slot => slot.Round),
            round => Assert.Equal([1, 2, 3], round.Select(slot => slot.Position)));
    }

    [Fact]
    public void The_articles_own_load_that_lost_an_agent_is_sent_again_by_warm_agents()
    {
        const string Profile = "profile";
        List<string> sent = [];
        SimulatedWorld world = new()
        {
            HasAgents = true,
            LosesAgent = request =>
            {
                sent.Add(request.IsUnrecorded ? Warming : request.Shape is SteppedUsers ? Profile : request.Path);
                return sent.Count(what => what == Profile) == 1 && sent[^1] == Profile;
            },
        };
        ExperimentPlan plan = SimulatedPlan.Warm(world);
        Experiment experiment = plan.Experiment with { Profile = new SteppedUsers(2, 2, 4, Second) };

        SimulatedOutcome outcome = world.Run(plan with { Experiment = experiment }, 60 * Second);

        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
        Assert.Equal([Profile, Warming, Warming, Profile, Profile], sent.SkipWhile(what => what != Profile));
    }

    /// <summary>The third round is lost at its last slot, twice. Rounds were then taken to be several times as long as they are, and the
    /// run ended with time for another one; whether it did depends on how much time is left, so several lengths are run.</summary>
    [Fact]
    public void Tries_that_were_lost_do_not_make_a_round_longer()
    {
        for (TimeSpan allotted = 14 * Second; allotted <= 24 * Second; allotted += 0.25 * Second)
        {
            int recorded = 0;
            SimulatedWorld world = new()
            {
                HasAgents = true,
                LosesAgent = request => !request.IsUnrecorded && ++recorded is 9 or 12,
            };

            // Only the time ends it, no verdict.
            SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { MinimumRounds = 100 }, allotted);

            double end = outcome.Slots.Max(slot => slot.StartedNanoseconds + slot.DurationNanoseconds);
            Assert.True(allotted - TimeSpan.FromSeconds(end / 1e9) < 2.2 * Second, $"{allotted}: ended after {end / 1e9} s");
        }
    }

    [Fact]
    public void A_round_that_is_lost_three_times_ends_the_run_with_who_was_lost()
    {
        SimulatedWorld world = new() { HasAgents = true, LosesAgent = request => !request.IsUnrecorded };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.StartsWith("An agent was lost. That was the third time in a row. See what that agent says", outcome.End?.Message,
            StringComparison.Ordinal);
        Assert.Empty(outcome.Slots);
    }

    /// <summary>Three agents on a busy machine lose a round by turns, now one and now another: seven of eight comparisons were ended by
    /// that beside a build.</summary>
    [Theory]
    [InlineData(8, "Finished", null)]
    [InlineData(9, "TargetFailed", "An agent was lost. Agents were lost nine times in a row, not always the same.")]
    public void Losses_of_several_agents_by_turns_are_an_accident_and_bounded(int losses, string outcome, string? said)
    {
        int lost = 0;
        SimulatedWorld world = new()
        {
            HasAgents = true,
            LosesAgent = request => !request.IsUnrecorded && lost < losses,
            LostAgent = () => string.Create(CultureInfo.InvariantCulture, $"a{lost++ % 3}"),
        };

        SimulatedOutcome ended = world.Run(SimulatedPlan.Warm(world), 120 * Second);

        Assert.Equal(outcome, ended.End?.Outcome.ToString());
        Assert.StartsWith(said ?? "", ended.End?.Message ?? "", StringComparison.Ordinal);
        Assert.Equal(losses, lost);
    }

    /// <summary>A load at a rate cannot be divided when it has no request for each agent, and there may be a thousand.</summary>
    [Theory]
    [InlineData(50.0, 4.0, 4.0)]
    [InlineData(1_000.0, 4.0, 1.0)]
    [InlineData(5_000.0, 4.0, 0.5)]
    public void Agents_are_warmed_at_a_rate_no_longer_than_it_takes(double perSecond, double length, double expected)
    {
        LoadShape? warming = null;
        SimulatedWorld world = new()
        {
            HasAgents = true,
            LosesAgent = request =>
            {
                warming ??= request.IsUnrecorded ? request.Shape : null;
                return false;
            },
        };
        ExperimentPlan plan = SimulatedPlan.Warm(world);
        Experiment experiment = plan.Experiment with { Load = Arrivals.AtRate(perSecond, length * Second) };

        world.Run(plan with { Experiment = experiment }, 60 * Second);

        Arrivals moment = Assert.IsType<Arrivals>(warming);
        Assert.Equal((perSecond, expected), (moment.FromPerSecond, moment.Duration.TotalSeconds));
    }

    /// <summary>Its servers have answered, and are not cold any more.</summary>
    [Fact]
    public void A_round_of_a_cold_question_that_is_lost_is_measured_on_other_servers()
    {
        int sent = 0;
        SimulatedWorld world = new()
        {
            HasAgents = true,
            LosesAgent = request =>
            {
                Assert.False(request.IsUnrecorded); // It would warm the server.
                return ++sent == 2;
            },
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Cold(world), 60 * Second);

        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
        Assert.Equal(sent - 2, outcome.Slots.Count);
        // Those of the first round: two forms, and the one that is measured twice.
        Assert.DoesNotContain(outcome.Slots, slot => slot.Process <= 3);
    }
}
