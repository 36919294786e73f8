using Syncopate.Judging;
using Syncopate.Reporting;
using Syncopate.Running.Comparing;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>Machines that have little time for a run, and noise that is no difference.</summary>
public sealed class MachineTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void A_slot_tells_how_busy_the_machine_was_meanwhile()
    {
        SimulatedWorld world = new() { Machine = _ => (0.75, 0.1), Noise = 0.5 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 20 * Second);

        Assert.All(outcome.Slots, s =>
        {
            Assert.InRange(s.Conditions!.BusyShare!.Value, 0.7, 0.8); // counted by the simulated machine
            Assert.InRange(s.Conditions.StolenShare!.Value, 0.05, 0.15);
        });
    }

    [Fact]
    public void Time_that_the_host_took_away_is_a_doubt()
    {
        SimulatedWorld world = new() { Machine = _ => (0.3, 0.6), Noise = 0.5 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 20 * Second);

        Assert.Contains(outcome.Report.Experiments[0].Doubts, d => d.Code == "stolen-time");
    }

    [Fact]
    public void Users_that_were_idle_with_one_form_leave_no_verdict_on_a_difference_as_small()
    {
        SimulatedWorld world = new()
        {
            Milliseconds = form => form == Form.Async ? 4.2 : 5,
            Noise = 0.005,
            InFlightShareOf = s => s.Name == "Async" ? 0.7 : 1,
        };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 30 * Second);

        ExperimentReport report = outcome.Report.Experiments[0];
        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(Verdict.Undecided, report.Verdict);
        Assert.Contains(report.Doubts, d => d.Code == "little-law");
    }

    [Fact]
    public void Users_that_were_idle_with_all_forms_leave_a_large_difference_its_verdict()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? 1 : 5, InFlightShareOf = _ => 0.7 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 30 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(Verdict.Gain, outcome.Report.Experiments[0].Verdict);
    }

    [Fact]
    public void Forms_that_share_a_server_are_measured_in_one_process()
    {
        SimulatedWorld world = new() { Noise = 0.3 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { Server = _ => world.Source("both") }, 30 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Single(world.Servers);
        Assert.All(outcome.Slots, s => Assert.Equal(1, s.Process));
    }

    [Fact]
    public void Two_pages_of_one_server_are_compared_with_a_caveat()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.B ? 8 : 5 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 30 * Second);
        comparison = comparison with { Targets = [.. comparison.Targets.Select(t => t with { Server = world.Source("both") })] };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Single(world.Servers);
        Assert.Equal(Verdict.Loss, outcome.Report.Experiments[0].Verdict);
        IReadOnlyList<string> caveats = outcome.Report.Experiments[0].Caveats;
        Assert.Contains(caveats, c => c.StartsWith("Some of the targets share one server process", StringComparison.Ordinal));
    }

    [Fact]
    public void The_noise_of_a_run_is_what_a_form_shows_against_itself_in_its_rounds()
    {
        (double calm, double loud) = (Floor(0.01), Floor(0.2));

        Assert.InRange(calm, 0.001, 0.02);
        Assert.InRange(loud, 0.02, 0.5);

        static double Floor(double noise)
        {
            SimulatedWorld world = new() { Noise = noise };
            SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { MinimumRounds = 12 }, 40 * Second);
            Experiment experiment = outcome.Experiments[0];
            IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(experiment, outcome.Slots);
            static double? Mean(Slot slot) => SlotMetrics.Value(slot, Metric.Mean);
            IEnumerable<double?> differences = rounds.Select(r => ExperimentJudge.NoiseLogRatio(experiment, r, Mean));
            return NoiseFloor.From([.. differences.OfType<double>()])?.Height ?? 0;
        }
    }

    [Fact]
    public void A_comparison_of_three_targets_answers_for_the_last_against_the_first()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.C ? 1 : 5 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 60 * Second, Form.A, Form.B, Form.C);

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Comparison primary = outcome.Report.Experiments[0].Comparisons[0];
        Assert.Equal((Form.A, Form.C, Verdict.Gain), (primary.Baseline, primary.Candidate, primary.Verdict));
    }

    [Fact]
    public void A_comparison_at_a_rate_sends_what_is_due()
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.B ? 1 : 5 };
        UrlComparison comparison = SimulatedPlan.Comparison(world, 30 * Second) with { Load = Arrivals.AtRate(200, Second) };

        SimulatedOutcome outcome = world.Run(comparison.RunAsync, UrlComparison.Id);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.DoesNotContain(outcome.Doubts, d => d.Code is "rate-law" or "books");
        Assert.Equal(Verdict.Gain, outcome.Report.Experiments[0].Verdict);
    }
}
