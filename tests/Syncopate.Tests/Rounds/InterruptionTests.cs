using Syncopate.Journaling;
using Syncopate.Running.Comparing;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>Runs that the user stops, and runs whose disk fills.</summary>
public sealed class InterruptionTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void A_run_that_is_stopped_at_any_moment_keeps_what_was_finished_and_says_what_is_missing()
    {
        for (double at = 0.05; at < 22; at += 0.31)
        {
            SimulatedWorld world = new() { Noise = 0.5, IsMonitored = true };
            world.At(at * Second, world.Stop);

            SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { RoundsPerProcess = 4 }, 60 * Second);

            Stopped(outcome, at);
        }
    }

    [Fact]
    public void A_cold_question_that_is_stopped_at_any_moment_keeps_what_was_finished_and_says_what_is_missing()
    {
        for (double at = 0.03; at < 8; at += 0.13)
        {
            SimulatedWorld world = new() { Noise = 0.5 };
            world.At(at * Second, world.Stop);

            SimulatedOutcome outcome = world.Run(SimulatedPlan.Cold(world) with { RoundsAhead = 3 }, 60 * Second);

            Stopped(outcome, at);
        }
    }

    [Fact]
    public void A_comparison_that_is_stopped_at_any_moment_keeps_what_was_finished_and_says_what_is_missing()
    {
        for (double at = 0.05; at < 15; at += 0.29)
        {
            SimulatedWorld world = new() { Noise = 0.5 };
            world.At(at * Second, world.Stop);

            SimulatedOutcome outcome = world.Run(SimulatedPlan.Comparison(world, 30 * Second).RunAsync, UrlComparison.Id);

            Stopped(outcome, at);
        }
    }

    [Fact]
    public void A_stop_that_reaches_the_servers_too_is_not_their_failure()
    {
        for (double at = 0.6; at < 15; at += 0.37)
        {
            SimulatedWorld world = new() { Noise = 0.5 };
            world.At(at * Second, () =>
            {
                // Ctrl+C goes to every process of the terminal.
                world.Servers.ForEach(s => s.Die());
                world.Stop();
            });

            SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

            Stopped(outcome, at);
        }
    }

    [Fact]
    public void A_verdict_that_had_fallen_before_the_stop_is_in_the_report()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5 };
        world.At(25 * Second, world.Stop);

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { MinimumRounds = 40 }, 120 * Second);

        Stopped(outcome, 25);
        Assert.Equal(Verdict.Gain, outcome.Report.Experiments[0].Verdict);
        Assert.True(outcome.Report.Partial);
    }

    [Fact]
    public void The_round_under_way_is_named_and_left_out()
    {
        SimulatedWorld world = null!; // set in the next line
        world = new SimulatedWorld
        {
            Noise = 0.5,
            OnTold = told =>
            {
                if (told.Stage.StartsWith("round 6 ", StringComparison.Ordinal) && world.FinishedLoads == 16)
                    world.After(0.2 * Second, world.Stop);
            },
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Stopped(outcome, 0);
        Assert.Equal((5, 16), (outcome.Rounds, outcome.Slots.Count));
        Assert.Contains("question: round 6 incomplete and left out.", outcome.Report.Missing);
    }

    [Fact]
    public void A_disk_that_fills_at_any_byte_ends_the_run_and_loses_no_slot_that_was_on_it()
    {
        int whole = Run(int.MaxValue).Reading.Records.Sum(r => JournalCodec.Write(r).Length);
        for (int room = 0; room < whole; room += whole / 60)
        {
            SimulatedOutcome outcome = Run(room);

            Assert.Empty(SimulatedLaws.Broken(outcome));
            Assert.NotNull(outcome.Full);
            Assert.Contains("not durable since", outcome.Full.Message, StringComparison.Ordinal);
            Assert.InRange(outcome.World.FinishedLoads - outcome.Slots.Count, 0, 1);
            Assert.True(outcome.Report.Partial);
        }

        static SimulatedOutcome Run(int room)
        {
            SimulatedWorld world = new() { Noise = 0.5 };
            world.Disk.Room = room;
            return world.Run(SimulatedPlan.Warm(world), 20 * Second);
        }
    }

    [Fact]
    public void A_full_disk_ends_the_run_with_the_slot_that_did_not_fit()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        world.At(12 * Second, () => world.Disk.Room = 0);

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.True(outcome.Elapsed < 13.5 * Second, $"{outcome.Elapsed}");
        Assert.Contains($"since slot {outcome.Slots.Count + 1}.", outcome.Full?.Message, StringComparison.Ordinal);
    }

    private static void Stopped(SimulatedOutcome outcome, double at)
    {
        Assert.True(!SimulatedLaws.Broken(outcome).Any(), $"Stopped at {at} s: {string.Join("; ", SimulatedLaws.Broken(outcome))}");
        Assert.True(outcome.End?.Outcome == RunOutcome.Cancelled, $"Stopped at {at} s: {outcome.End}");
        Assert.True(outcome.Elapsed <= (at == 0 ? 60 : at + 0.3) * Second, $"Stopped at {at} s, ended at {outcome.Elapsed}");
        Assert.Contains("The run was stopped by the user: Stopped by the user.", outcome.Report.Missing);
        Assert.Equal(outcome.Rounds, outcome.Report.Experiments.Select(e => e.Rounds).FirstOrDefault());
    }
}
