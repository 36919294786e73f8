using Syncopate.Planning.Simulation;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class DependencySimulationTests
{
    /// <summary>50 ms become 2 s for 15 s.</summary>
    private static readonly DependencyScenario Slowing = new()
    {
        ArrivalsPerSecond = 1_000,
        CpuSeconds = 0.0005,
        Cores = 2,
        WaitSeconds = 0.05,
        SlowWaitSeconds = 2,
    };

    private static readonly DependencyScenario Narrow = Slowing with { DependencySlots = 75, TimeoutSeconds = 0.2, Retries = 3 };

    [Fact]
    public void Equal_seeds_give_equal_figures() =>
        Assert.Equal(Run(Slowing).Latencies.ValueAtQuantile(0.9), Run(Slowing).Latencies.ValueAtQuantile(0.9));

    [Fact]
    public void Without_trouble_everything_is_answered_in_its_time()
    {
        DependencyOutcome outcome = Run(Slowing with { SlowWaitSeconds = 0.05 });

        Assert.Equal(0, outcome.Failed);
        Assert.InRange(outcome.Latencies.ValueAtQuantile(0.99) / 1e6, 50.5, 60);
        // Little: 1,000/s of 50.5 ms.
        Assert.InRange(outcome.MostInFlight, 50, 90);
    }

    [Fact]
    public void Code_that_awaits_holds_as_many_requests_as_the_wait_brings_and_recovers_at_once()
    {
        DependencyOutcome outcome = Run(Slowing);

        Assert.InRange(outcome.MostInFlight, 1_850, 2_250);
        Assert.InRange(outcome.RecoverySeconds!.Value, 0, 2);
    }

    [Fact]
    public void Threads_that_block_queue_what_they_cannot_hold()
    {
        DependencyOutcome outcome = Run(Slowing with { Threads = 100 });

        // 100 threads give 50 answers per second while each call takes 2 s: 950 per second queue for 15 s.
        Assert.InRange(outcome.LongestQueue, 12_500, 15_500);
        Assert.True(outcome.RecoverySeconds > 5);
    }

    [Fact]
    public void A_bulkhead_keeps_the_threads_free()
    {
        DependencyOutcome outcome = Run(Slowing with { Threads = 100, Bulkhead = 90 });

        Assert.Equal(0, outcome.LongestQueue);
        Assert.True(outcome.Failed > 10_000);
    }

    [Fact]
    public void A_retry_storm_outlives_its_cause_and_a_breaker_ends_it()
    {
        Assert.Null(Run(Narrow).RecoverySeconds);
        Assert.InRange(Run(Narrow with { BreakAtShare = 0.5 }).RecoverySeconds!.Value, 0, 10);
    }

    [Fact]
    public void A_dependency_that_answers_late_multiplies_calls_by_the_retries()
    {
        DependencyOutcome outcome = Run(Narrow with { SlowFrom = 0, SlowUntil = 60, DependencySlots = null });

        Assert.Equal(0, outcome.Answered);
        Assert.InRange((double)outcome.Calls / outcome.Arrived, 3.9, 4.0);
    }

    [Fact]
    public void A_machine_without_threads_is_refused() => Assert.Throws<ArgumentException>(() => Run(Slowing with { Threads = 0 }));

    private static DependencyOutcome Run(DependencyScenario scenario) => DependencySimulation.Run(scenario, 1);
}
