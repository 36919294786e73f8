using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>The time that a run was given, and what it does with it.</summary>
public sealed class TimeTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void No_round_is_begun_that_does_not_fit_and_none_is_left_out_that_does()
    {
        for (double seconds = 8; seconds < 60; seconds += 1.7)
        {
            SimulatedWorld world = new() { Noise = 0.5 };

            SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), seconds * Second);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.True(outcome.Elapsed <= seconds * Second + 0.1 * Second, $"{outcome.Elapsed} of {seconds} s");
            // Time that is left when all looks are over is given back.
            bool isOver = outcome.Rounds == Looks.RoundsAt(outcome.Experiments[0].Looks);
            Assert.True(isOver || outcome.Elapsed > seconds * Second - 1.1 * LongestRound(outcome), $"{outcome.Elapsed} of {seconds} s");
        }
    }

    [Fact]
    public void One_round_is_measured_however_short_the_time_is()
    {
        SimulatedWorld world = new();

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), Second);

        Assert.Equal(1, outcome.Rounds);
        Assert.Equal(Verdict.Undecided, outcome.Report.Experiments[0].Verdict);
    }

    [Fact]
    public void A_machine_that_becomes_slow_costs_no_more_than_the_round_under_way()
    {
        for (int at = 5; at < 29; at++)
        {
            SimulatedWorld world = new() { Noise = 0.5, Slowness = now => now > at * Second ? 100 : 1 };

            SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 30 * Second);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.True(outcome.Elapsed <= 30 * Second + LongestRound(outcome), $"{outcome.Elapsed}, slow from {at} s");
        }
    }

    [Fact]
    public void A_machine_that_becomes_fast_is_used_to_the_end()
    {
        SimulatedWorld world = new() { Noise = 0.5, Slowness = now => now < 15 * Second ? 300 : 1 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.True(outcome.Elapsed > 57 * Second, $"{outcome.Elapsed}");
        Assert.True(outcome.Rounds >= 20, $"{outcome.Rounds} rounds");
    }

    [Fact]
    public void A_question_among_others_ends_with_a_look_and_leaves_the_rest_of_its_time()
    {
        for (double seconds = 12; seconds < 60; seconds += 1.9)
        {
            SimulatedWorld world = new() { Noise = 0.5 };

            SimulatedOutcome outcome = world.RunToLooks(SimulatedPlan.Warm(world), seconds * Second);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.True(outcome.Elapsed <= seconds * Second + 0.1 * Second, $"{outcome.Elapsed} of {seconds} s");
            Assert.True(Look(outcome.Rounds), $"{outcome.Rounds} rounds in {seconds} s");
        }
    }

    [Fact]
    public void A_question_among_others_that_could_reach_no_look_is_not_begun()
    {
        SimulatedWorld world = new();

        SimulatedOutcome outcome = world.RunToLooks(SimulatedPlan.Warm(world), 6 * Second);

        Assert.Empty(world.Servers);
        Assert.Empty(outcome.Experiments);
        Assert.Equal(TimeSpan.Zero, outcome.Elapsed);
    }

    [Fact]
    public void A_look_that_would_have_been_reached_is_not_given_up_for_new_servers()
    {
        for (double seconds = 45; seconds < 75; seconds += 1)
        {
            SimulatedWorld world = new() { Noise = 0.5 };

            SimulatedOutcome outcome = world.RunToLooks(SimulatedPlan.Warm(world) with { RoundsPerProcess = 10 }, seconds * Second);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            int next = Looks.NextAfter(outcome.Rounds, outcome.Experiments[0].Looks) ?? 0;
            TimeSpan needed = (next - outcome.Rounds) * LongestRound(outcome);
            bool isOutOfReach = next == 0 || outcome.Elapsed + needed > seconds * Second;
            Assert.True(isOutOfReach, $"{seconds} s: {outcome.Rounds} rounds at {outcome.Elapsed}, and {needed} to look {next}");
        }
    }

    [Fact]
    public void New_servers_are_started_only_where_a_round_on_them_fits()
    {
        for (double seconds = 12; seconds < 40; seconds += 1.3)
        {
            SimulatedWorld world = new() { Noise = 0.5 };

            SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { RoundsPerProcess = 1 }, seconds * Second);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.True(outcome.Elapsed <= seconds * Second + 0.1 * Second, $"{outcome.Elapsed} of {seconds} s");
            Assert.True(outcome.Elapsed > seconds * Second - 1.1 * LongestRound(outcome), $"{outcome.Elapsed} of {seconds} s");
        }
    }

    [Fact]
    public void New_servers_that_start_when_the_time_is_over_are_not_measured()
    {
        for (double seconds = 20; seconds < 30; seconds += 0.7)
        {
            SimulatedWorld world = new() { Noise = 0.5 };
            ExperimentPlan plan = SimulatedPlan.Warm(world) with
            {
                RoundsPerProcess = 4,
                Server = form => world.Source(form.ToString()) with { Start = n => (n < 3 ? 0.5 : 12) * Second },
            };

            SimulatedOutcome outcome = world.Run(plan, seconds * Second);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.True(outcome.Slots.Max(s => s.StartedNanoseconds) < seconds * 1e9, $"{outcome.Elapsed} of {seconds} s");
        }
    }

    [Fact]
    public void The_protocol_of_an_article_has_its_time_after_the_rounds()
    {
        for (double seconds = 60; seconds < 160; seconds += 7)
        {
            SimulatedWorld world = new() { Noise = 0.5 };
            ExperimentPlan plan = SimulatedPlan.Warm(world);
            plan = plan with
            {
                Experiment = plan.Experiment with { Profile = new SteppedUsers(1, 1, 5, Second) },
                Work = plan.Http with { ProfileWarmUp = new UsersForTime(1, Second) },
                RoundsPerProcess = 10,
            };

            SimulatedOutcome outcome = world.Run(plan, seconds * Second);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.Equal([Form.Sync, Form.Async], outcome.Slots.Where(s => s.Kind == SlotKind.Profile).Select(s => s.Form));
            Assert.True(outcome.Elapsed <= seconds * Second + 0.1 * Second, $"{outcome.Elapsed} of {seconds} s");
        }
    }

    [Theory]
    [InlineData(10)]
    [InlineData(100)]
    [InlineData(1000)]
    public void A_comparison_gives_up_what_is_under_way_a_little_after_its_time(double slowness)
    {
        for (int at = 12; at < 30; at += 3)
        {
            SimulatedWorld world = new() { Noise = 0.5, Slowness = now => now > at * Second ? slowness : 1 };
            UrlComparison comparison = SimulatedPlan.Comparison(world, 30 * Second);

            SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.True(outcome.Elapsed <= 1.15 * 30 * Second + 0.5 * Second, $"{outcome.Elapsed}, slow from {at} s");
            Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
        }
    }

    [Fact]
    public void A_comparison_whose_last_round_was_given_up_says_so_and_keeps_the_others()
    {
        SimulatedWorld world = new() { Noise = 0.5, Slowness = now => now > 14 * Second ? 4000 : 1 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 30 * Second);

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.NotNull(outcome.DoubtOf("cut-short"));
        Assert.True(outcome.Rounds >= 8, $"{outcome.Rounds} rounds");
        Assert.Equal(outcome.Rounds, outcome.Report.Experiments[0].Rounds);
    }

    [Fact]
    public void A_comparison_without_a_single_round_in_its_time_fails_and_says_what_to_give_it()
    {
        SimulatedWorld world = new() { Slowness = _ => 4000 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 20 * Second);

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.Contains("--budget", outcome.End?.Message, StringComparison.Ordinal);
        Assert.Empty(SimulatedLaws.Broken(outcome));
    }

    private static bool Look(int rounds) =>
        rounds is 0 or (>= 4 and <= 8) || Enumerable.Range(1, Looks.Most).Any(look => Looks.RoundsAt(look) == rounds);

    private static TimeSpan LongestRound(SimulatedOutcome outcome) => outcome.Slots
        .Where(s => s.Round > 0)
        .GroupBy(s => s.Round)
        .Select(round => TimeSpan.FromMicroseconds(round.Sum(s => s.DurationNanoseconds) / 1e3))
        .DefaultIfEmpty(Second)
        .Max();
}
