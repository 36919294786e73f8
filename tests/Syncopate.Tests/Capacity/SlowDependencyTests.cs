using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Syncopate.Reporting.Plans;
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
        IReadOnlyList<ProtectedForm> forms = SlowDependency.Compare(Calm, TimeSpan.FromSeconds(2), 50);

        Assert.Equal(10, forms.Count);
        Assert.Equal(5, forms.Count(f => f.Style == WaitStyle.Awaiting));
        Assert.All(forms, f => Assert.Equal(forms[0].Outcome.Arrived, f.Outcome.Arrived));
        Assert.True(Of("nothing", WaitStyle.Blocking).LongestQueue > 1_000);
        Assert.Equal(0, Of("nothing", WaitStyle.Awaiting).LongestQueue);
        Assert.InRange(Of("timeout, circuit breaker", WaitStyle.Blocking).RecoverySeconds!.Value, 0, 10);

        DependencyOutcome Of(string protection, WaitStyle style) => forms.Single(
            f => f.Protection == protection && f.Style == style).Outcome;
    }

    [Fact]
    public void Retries_have_a_region_of_loads_where_a_storm_outlives_its_cause_and_calm_is_possible_too()
    {
        // 10 slots of 50 ms bear 200 per second; four attempts each make 50 per second enough to fill them.
        // A region, or the test fails here.
        (double from, double to) = SlowDependency.StormRegion(Calm, TimeSpan.FromSeconds(2), slots: 10)!.Value;

        Assert.Equal(200, to, 1e-9);
        Assert.InRange(from, 50, 150);
        Assert.Null(Storm(0.8 * from));
        Assert.NotNull(Storm(1.1 * from));

        static object? Storm(double load) => DependencySimulation.Run(
            new DependencyScenario
            {
                ArrivalsPerSecond = load,
                Seconds = 180,
                CpuSeconds = 0.0005,
                Cores = 2,
                WaitSeconds = 0.05,
                SlowWaitSeconds = 2,
                DependencySlots = 10,
                TimeoutSeconds = 0.2,
                Retries = 3,
            },
            1).RecoverySeconds is null ? "outlived its cause" : null;
    }

    /// <summary>Found by an examiner: with a timeout of 400 ms blocking was told to answer 89.6 % and awaiting 75.0 %,
    /// since what waited for a thread had no timeout and what was never finished was not counted.</summary>
    [Theory]
    [InlineData(0.001, 0.1, 200, 33)]
    [InlineData(0.0005, 0.05, 1_000, 100)]
    [InlineData(0.005, 0.15, 500, 120)]
    [InlineData(0.0001, 0.02, 300, 10)]
    public void Blocking_never_answers_more_requests_in_time_than_awaiting(double cpu, double wait, double perSecond, int threads)
    {
        Plan plan = Plans.Small(
            Calm.Question with
            {
                Cores = 8,
                ArrivalsPerSecond = perSecond,
                Endpoints = [new PlannedEndpoint(new RequestDemand(cpu, wait))],
            });

        ILookup<string, ProtectedAnswer> answers = SlowDependency
            .Compare(plan, TimeSpan.FromSeconds(10 * wait), threads)
            .Select(ProtectedAnswer.Of)
            .ToLookup(a => a.Protection);

        Assert.All(answers, rows => Assert.True(
            rows.First(r => r.Style == WaitStyle.Blocking).AnsweredShare <= rows.First(
                r => r.Style == WaitStyle.Awaiting).AnsweredShare + 0.01,
            FormattableString.Invariant(
                $"{rows.Key}: {rows.First().AnsweredShare:0.000} blocking, {rows.Last().AnsweredShare:0.000} awaiting.")));
        // 15 of 60 seconds are slow, and nothing that arrives in them is answered within four times the usual wait.
        Assert.InRange(answers["nothing"].Last().AnsweredShare, 0.72, 0.78);
    }

    [Fact]
    public void Who_waits_for_a_thread_is_not_answered_in_time_and_what_is_open_is_told()
    {
        // 50 threads at 500/s hold 100 ms each; with 400 ms to wait from the 10th second to the last, the line only grows.
        DependencyScenario scenario = new()
        {
            ArrivalsPerSecond = 500,
            CpuSeconds = 0.0005,
            Cores = 2,
            WaitSeconds = 0.05,
            SlowWaitSeconds = 0.4,
            SlowUntil = 60,
            Threads = 50,
            PatienceSeconds = 0.5,
        };

        DependencyOutcome outcome = DependencySimulation.Run(scenario, 1);

        Assert.Equal(outcome.Arrived, outcome.Answered + outcome.Failed + outcome.Open);
        // 125 of 500 per second are answered for 50 s: three quarters of what arrived then is open at the end.
        Assert.InRange(outcome.Open, 0.7 * 375 * 50, 1.05 * 375 * 50);
        Assert.InRange(outcome.InTimeShare, 0.16, 0.20);
        // The oldest of the open ones waits since about the 22nd second.
        Assert.True(outcome.Latencies.ValueAtQuantile(0.99) > 30e9);
    }

    [Fact]
    public void The_table_says_what_in_time_means_and_how_much_is_open()
    {
        Plan plan = Plans.Small(
            Calm.Question with
            {
                ArrivalsPerSecond = 200,
                Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.1))],
                MaximumThreads = 33,
            });

        SlowAnswer slow = SlowAnswer.Of(plan, new SlowSpell(TimeSpan.FromSeconds(1), null))!; // It was asked.

        Assert.Contains("Answered in time: within 404 ms of arriving.", PlanAnswerText.Title(plan, slow), StringComparison.Ordinal);
        Assert.Equal(["protection", "form", "answered in time", "unfinished"], PlanAnswerText.Columns.Take(4));
        Assert.All(slow.Protections, row => Assert.Equal(PlanAnswerText.Columns.Count, PlanAnswerText.Row(row).Count));
        // Blocking queues for half a minute after 15 s of a wait ten times as long; its users are long gone.
        Assert.True(slow.Protections[0].AnsweredShare < slow.Protections[1].AnsweredShare - 0.2);
    }

    [Fact]
    public void Waits_that_vary_are_well_when_the_dependency_is()
    {
        Plan plan = Plans.Small(Calm.Question with { Endpoints = [new PlannedEndpoint(0.0005, WaitTime.Exponential(0.05))] });

        IReadOnlyList<ProtectedForm> forms = SlowDependency.Compare(plan, TimeSpan.FromSeconds(2), 100);

        DependencyOutcome awaiting = forms.First(f => f.Style == WaitStyle.Awaiting).Outcome;
        Assert.InRange(awaiting.RecoverySeconds!.Value, 0, 10); // It recovers, or the test fails here.
        Assert.InRange(SlowDependency.LongestWaitSeconds(plan, 50), 0.05, 0.0995);
    }

    [Fact]
    public void A_dependency_that_becomes_no_slower_is_refused() =>
        Assert.Throws<ArgumentException>(() => SlowDependency.Compare(Calm, TimeSpan.FromMilliseconds(50), 50));
}
