using Syncopate.Capacity;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class SlowDependencyTests
{
    private static readonly Plan Calm = Planner.Make(new PlanQuestion
    {
        Endpoints = [new PlannedEndpoint(new RequestDemand(0.0005, 0.05))],
        Cores = 2,
        ArrivalsPerSecond = 500,
        Styles = [WaitStyle.Awaiting],
        Seed = 1,
    });

    [Fact]
    public void Threads_starve_where_the_arithmetic_says()
    {
        // 50 threads at 500/s: each may take 100 ms, of which 0.5 are computing; random arrivals queue somewhat earlier.
        Assert.InRange(SlowDependency.LongestWaitSeconds(Calm, 50), 0.080, 0.0995);
    }

    [Fact]
    public void Every_protection_is_tried_in_both_forms()
    {
        IReadOnlyList<ProtectedForm> forms = SlowDependency.Compare(Calm, 2, 50);

        Assert.Equal(10, forms.Count);
        Assert.Equal(5, forms.Count(f => f.Style == WaitStyle.Awaiting));
        Assert.All(forms, f => Assert.Equal(forms[0].Outcome.Arrived, f.Outcome.Arrived));
        Assert.True(Of("nothing", WaitStyle.Blocking).LongestQueue > 1_000);
        Assert.Equal(0, Of("nothing", WaitStyle.Awaiting).LongestQueue);
        Assert.InRange(Of("time-out, circuit breaker", WaitStyle.Blocking).RecoverySeconds!.Value, 0, 10);

        DependencyOutcome Of(string protection, WaitStyle style) => forms.Single(f => f.Protection == protection && f.Style == style).Outcome;
    }

    [Fact]
    public void Retries_have_a_region_of_loads_where_a_storm_outlives_its_cause_and_calm_is_possible_too()
    {
        // 10 slots of 50 ms bear 200 a second; four attempts each make 50 a second enough to fill them.
        (double from, double to) = SlowDependency.StormRegion(Calm, 2, slots: 10)!.Value; // A region, or the test fails here.

        Assert.Equal(200, to, 1e-9);
        Assert.InRange(from, 50, 150);
        Assert.Null(Storm(0.8 * from));
        Assert.NotNull(Storm(1.1 * from));

        static object? Storm(double load) => DependencySimulation.Run(
            new DependencyScenario { ArrivalsPerSecond = load, Seconds = 180, CpuSeconds = 0.0005, Cores = 2, WaitSeconds = 0.05, SlowWaitSeconds = 2, DependencySlots = 10, TimeoutSeconds = 0.2, Retries = 3 },
            1).RecoverySeconds is null ? "outlived its cause" : null;
    }

    [Fact]
    public void A_dependency_that_becomes_no_slower_is_refused() => Assert.Throws<ArgumentException>(() => SlowDependency.Compare(Calm, 0.05, 50));
}
