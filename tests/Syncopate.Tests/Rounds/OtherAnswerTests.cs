using System.Net;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>What a comparison guards holds in every slot, or there is no valid number.</summary>
public sealed class OtherAnswerTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(120, false)]
    [InlineData(700, true)]
    public void Where_answers_may_differ_each_target_is_held_to_its_own(long later, bool isOther)
    {
        SimulatedWorld world = new() { BodyBytesOf = (server, answers) => answers * (server.Name == "B" ? later : 100) };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second) with
        {
            AllowsDifferentAnswers = true,
            ReadAnswer = (form, _, _, _) =>
                Task.FromResult(new CheckedAnswer(form, 200, form == Form.B ? 120 : 100, form.ToString(), 5)),
        };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(isOther, outcome.DoubtOf(Doubt.OtherAnswers) is not null);
        Assert.Equal(isOther ? RunOutcome.TargetFailed : RunOutcome.Finished, outcome.End?.Outcome);
    }

    /// <summary>One answer in ten is long, and the two that were checked were both short.</summary>
    [Fact]
    public void Where_answers_may_differ_a_target_whose_answers_vary_is_compared()
    {
        SimulatedWorld world = new() { BodyBytesOf = (_, answers) => 100 * answers + 4900 * (answers / 10) + 1 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second) with { AllowsDifferentAnswers = true };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Null(outcome.DoubtOf(Doubt.OtherAnswers));
        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
    }

    [Fact]
    public void A_first_target_whose_answers_grow_away_from_the_others_has_no_number()
    {
        long loads = 0;
        SimulatedWorld world = new()
        {
            BodyBytesOf = (server, answers) => server.Name == "A" ? (100 + 20 * ++loads) * answers + answers / 3 : 100 * answers,
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 60 * Second).RunAsync, UrlComparison.Id);

        Assert.StartsWith(
            "A did not keep to the answer that was checked, 200 with 100 bytes: in slot ",
            outcome.DoubtOf(Doubt.OtherAnswers)?.What,
            StringComparison.Ordinal);
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
    }

    /// <summary>"1 bytes on average", and 100 bytes instead of 100 where one answer of many is longer.</summary>
    [Theory]
    [InlineData(1, 0, "its answers had 1 byte on average. ")]
    [InlineData(100, 1, "its answers had 100.0[0-9]+ bytes on average. ")]
    public void How_long_other_answers_were_is_seen_to_be_another_length(long each, long more, string expected)
    {
        SimulatedWorld world = new()
        {
            BodyBytesOf = (server, answers) => server.Name == "B" ? each * answers + more : 100 * answers,
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 60 * Second).RunAsync, UrlComparison.Id);

        Assert.Matches(expected, outcome.DoubtOf(Doubt.OtherAnswers)?.What);
    }

    /// <summary>All rounds were measured, and what was said of a target that was silent after them ended with "Nothing was
    /// measured."</summary>
    [Fact]
    public void Of_a_target_that_is_silent_after_the_rounds_it_is_not_said_that_nothing_was_measured()
    {
        int asked = 0;
        SimulatedWorld world = new();
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second) with
        {
            ReadAnswer = (form, _, _, _) => ++asked > 3 && form == Form.B
                ? throw new TargetFailedException("B did not answer within 30 s (--timeout). Nothing was measured.")
                : Task.FromResult(new CheckedAnswer(form, 200, 100, "same", 5)),
        };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.EndsWith(
            "the last one, and did not answer: B did not answer within 30 s (--timeout).",
            outcome.DoubtOf(Doubt.OtherAnswers)?.What,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_comparison_at_a_rate_without_time_for_a_round_is_not_advised_to_have_fewer_users()
    {
        UrlComparison comparison = SimulatedPlan.Comparison(new SimulatedWorld(), 10 * Second);

        Assert.EndsWith(" or fewer --users.", comparison.OutOfTime(9 * Second).Message, StringComparison.Ordinal);
        Assert.EndsWith(
            "such as --budget 40s, or a lower --rate.",
            (comparison with { Load = Arrivals.AtRate(100, Second) }).OutOfTime(9 * Second).Message,
            StringComparison.Ordinal);
    }

    /// <summary>"The servers were running already", of two of which the tool had started one, "servers that the tool starts are
    /// replaced".</summary>
    [Fact]
    public void Only_of_servers_that_were_running_it_is_said_that_they_were()
    {
        SimulatedWorld world = new();
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second);
        RunningServer running = new("B", new HttpTarget(new Uri("http://192.0.2.1:81"), IPAddress.Parse("192.0.2.1")));

        string caveat = Assert.Single((comparison with
        {
            Targets = [comparison.Targets[0], comparison.Targets[1] with { Server = running }],
        }).Caveats());

        Assert.StartsWith(
            "B was running already, so that the servers that the tool started were not replaced", caveat, StringComparison.Ordinal);
    }

    [Fact]
    public void Answers_that_grow_alike_in_both_targets_are_compared()
    {
        long loads = 0;
        SimulatedWorld world = new() { BodyBytesOf = (_, answers) => (100 + 20 * ++loads) * answers + answers / 3 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 60 * Second).RunAsync, UrlComparison.Id);

        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
    }

    [Fact]
    public void A_failed_request_is_no_excuse_for_the_bytes_of_good_answers()
    {
        SimulatedWorld world = new() { BodyBytesOf = (server, answers) => answers * (server.Name == "B" ? 139 : 100) };
        world.ErrorShareOf = server => world.IsInRound && server.Name == "B" ? 0.01 : 0;

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 60 * Second).RunAsync, UrlComparison.Id);

        Assert.NotNull(outcome.DoubtOf(Doubt.OtherAnswers));
    }

    [Fact]
    public void Other_contents_of_equal_length_under_load_alone_have_no_number()
    {
        SimulatedWorld world = new() { OtherBodiesOf = (server, answers) => server.Name == "B" ? answers - 4 : 0 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 60 * Second).RunAsync, UrlComparison.Id);

        Assert.Matches(
            "^B did not keep to the answer that was checked, 200 with 100 bytes: in slot . of round 1 [0-9,]+ of its [0-9,]+ answers had "
                + "other contents\\. ",
            outcome.DoubtOf(Doubt.OtherAnswers)?.What);
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.All(outcome.Report.Experiments[0].Comparisons, c => Assert.Equal((Verdict.Undecided, null), (c.Verdict, c.Ratio)));
    }

    [Fact]
    public void Contents_that_change_in_both_targets_are_compared()
    {
        SimulatedWorld world = new() { OtherBodiesOf = (_, answers) => answers };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 60 * Second).RunAsync, UrlComparison.Id);

        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
    }

    [Fact]
    public void Contents_that_change_between_two_slots_with_the_time_are_compared()
    {
        int asked = 0;
        SimulatedWorld world = new() { OtherBodiesOf = (server, answers) => server.Name == "B" ? answers : 0 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second) with
        {
            ReadAnswer = (form, _, _, _) => Task.FromResult(new CheckedAnswer(form, 200, 100, ++asked > 3 ? "10:01" : "10:00", 5)),
        };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Equal(RunOutcome.Finished, outcome.End?.Outcome);
    }

    [Fact]
    public void A_comparison_whose_last_round_was_given_up_is_asked_once_more_all_the_same()
    {
        int asked = 0;
        SimulatedWorld world = new() { Noise = 0.5, Slowness = now => now > 14 * Second ? 4000 : 1 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 30 * Second) with
        {
            ReadAnswer = (form, _, _, _) => Task.FromResult(
                new CheckedAnswer(form, 200, 100, ++asked > 3 && form == Form.B ? "oops" : "done", 5)),
        };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Contains(
            "it answered 200 with 100 bytes, with other contents",
            outcome.DoubtOf(Doubt.OtherAnswers)?.What,
            StringComparison.Ordinal);
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
    }

    /// <summary>It is late as long as the requests before it are not answered.</summary>
    [Fact]
    public void A_target_that_does_not_answer_after_the_cut_keeps_its_finished_rounds()
    {
        int asked = 0;
        SimulatedWorld world = new() { Noise = 0.5, Slowness = now => now > 14 * Second ? 4000 : 1 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 30 * Second) with
        {
            ReadAnswer = (form, _, _, _) => ++asked > 3
                ? throw new TargetFailedException("it did not answer within 2 s.")
                : Task.FromResult(new CheckedAnswer(form, 200, 100, "done", 5)),
        };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Null(outcome.DoubtOf(Doubt.OtherAnswers));
        Assert.EndsWith(
            "and did not answer: it did not answer within 2 s.",
            outcome.DoubtOf("not-asked-again")?.What,
            StringComparison.Ordinal);
        Assert.NotEqual(RunOutcome.TargetFailed, outcome.End?.Outcome);
    }

    [Fact]
    public void A_comparison_that_the_user_stops_says_that_it_was_not_asked_once_more()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        world.At(14 * Second, world.Stop);

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 30 * Second).RunAsync, UrlComparison.Id);

        Assert.Equal(RunOutcome.Cancelled, outcome.End?.Outcome);
        Assert.EndsWith(
            $"after round {outcome.Rounds}, the last one: the run was stopped.",
            outcome.DoubtOf("not-asked-again")?.What,
            StringComparison.Ordinal);
    }
}
