using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>A plan with all that may be asked of it, as commands and pages ask.</summary>
public sealed class RequestedPlanTests
{
    private static readonly PlannerEffort Little = new(2, 1, 400);

    private static readonly RequestedPlan Asked = new(
        new PlanQuestion
        {
            Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.050))],
            Cores = 2,
            ArrivalsPerSecond = 100,
            Styles = [WaitStyle.Awaiting],
            Seed = 1,
        },
        new PlanPrices(CoreHour: 0, GigabyteHour: 0, GigabytesPerInstance: 4));

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void What_is_not_asked_is_not_answered_and_a_rate_has_machines()
    {
        (Plan plan, PlanAnswers answers) = Asked.Make(Little, null, Token);

        Assert.Same(Asked.Question, plan.Question);
        Assert.NotNull(answers.Fleet);
        Assert.Null(answers.Slow);
        Assert.Null(answers.Levels);
    }

    [Fact]
    public void A_wait_that_becomes_longer_is_answered_and_one_that_does_not_is_refused()
    {
        RequestedPlan longer = Asked with { Slow = new SlowSpell(TimeSpan.FromSeconds(2), null) };
        RequestedPlan shorter = Asked with { Slow = new SlowSpell(TimeSpan.FromMilliseconds(1), null) };

        Assert.NotNull(longer.Make(Little, null, Token).Answers.Slow);
        Assert.ThrowsAny<ArgumentException>(() => shorter.Make(Little, null, Token));
    }

    [Fact]
    public void Levels_too_few_to_say_anything_are_refused() => Assert.ThrowsAny<ArgumentException>(
        () => (Asked with { Levels = [new PlanFileLevel(1, [100])] }).Make(Little, null, Token));
}
