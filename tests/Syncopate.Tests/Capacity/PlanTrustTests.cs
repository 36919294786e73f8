using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Plans;
using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>What a plan says of its own limits.</summary>
public sealed class PlanTrustTests
{
    private static readonly PlanQuestion Awaiting = new()
    {
        Endpoints = [new PlannedEndpoint(0, WaitTime.Equal(0.005))],
        Cores = 2,
        Users = 40,
        Styles = [WaitStyle.Awaiting],
        Seed = 1,
    };

    /// <summary>Measured on a system whose clock for timers has 4 ms: an awaited wait of 5 ms took 8.06 ms, twice.</summary>
    [Fact]
    public void Timers_tick_as_those_of_the_machine_do()
    {
        Plan plan = Plans.Small(Awaiting with { TimerSeconds = 0.004 });

        Assert.InRange(plan.Forms[0].Start.P50Milliseconds.Median / 8.06, 0.9, 1.1);
        Assert.Contains("timers that tick every 4 ms", PlanText.Machine(plan), StringComparison.Ordinal);
        Assert.DoesNotContain("tick", PlanText.Machine(Plans.Small(Awaiting)), StringComparison.Ordinal);
    }

    [Fact]
    public void Code_that_blocks_without_a_timer_is_not_told_of_one() => Assert.DoesNotContain(
        "tick",
        PlanText.Machine(Plans.Small(Awaiting with { TimerSeconds = 0.004, Styles = [WaitStyle.Blocking] })),
        StringComparison.Ordinal);

    [Fact]
    public void The_tick_of_this_system_is_between_a_microsecond_and_a_twentieth_of_a_second() =>
        Assert.InRange(TimerResolution.Seconds, 1e-6, 0.05);

    [Fact]
    public void A_rate_is_said_to_be_random()
    {
        Plan plan = Plans.Small(Awaiting with { Users = null, ArrivalsPerSecond = 100 });

        Assert.EndsWith(
            " They arrive at random; `load --rate` sends them evenly, so that fewer of them meet.",
            PlanText.Load(plan),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(100, 37_000, "not predictable (100 ms to 37 s)")]
    [InlineData(1_600, 44_000, "not predictable (1,600 ms to 44 s)")]
    [InlineData(0, 44_000, "not predictable (0 ms to 44 s)")]
    [InlineData(44, 100, "44 ms to 100 ms")]
    [InlineData(0, 0, "0 ms")]
    public void A_range_that_says_nothing_is_told_so(double low, double high, string told) =>
        Assert.Equal(told, PlanText.Range(new Band(low, (low + high) / 2, high)));

    [Fact]
    public void A_plan_with_a_range_that_says_nothing_says_what_that_means()
    {
        Plan plan = Plans.Small(Awaiting);
        PlannedForm form = plan.Forms[0];
        Plan wide = plan with { Forms = [form with { Start = form.Start with { P50Milliseconds = new Band(100, 900, 37_000) } }] };

        Assert.Contains(PlanAdvice.Sentences(wide), s => s.StartsWith("async is not predictable here: ", StringComparison.Ordinal));
        Assert.DoesNotContain(PlanAdvice.Sentences(plan), s => s.Contains("not predictable", StringComparison.Ordinal));
    }
}
