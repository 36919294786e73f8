using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class RetriedRequestsTests
{
    private static readonly PlanQuestion Hundred = new()
    {
        Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.05))],
        Cores = 2,
        ArrivalsPerSecond = 100,
        Styles = [WaitStyle.Awaiting],
        Seed = 1,
    };

    [Fact]
    public void What_is_sent_again_is_simulated_and_not_only_told()
    {
        Plan plan = Plans.Small(Hundred with { RetriedShare = 0.75 });

        Assert.Equal((400.0, 400.0), (plan.LoadPerInstance, plan.Forms[0].Start.Load));
        Assert.InRange(plan.Forms[0].Start.RequestsPerSecond.Median, 340, 460);
        Assert.Equal(
            "100 requests/s, 400 including retries, on 1 machine: 400/s each, with at most 70% of its cores busy. "
                + "They arrive at random; `load --rate` sends them evenly, so that fewer of them meet.",
            PlanText.Load(plan));
    }

    [Fact]
    public void The_machines_of_the_plan_are_those_of_its_last_sentence_less_the_spare_one()
    {
        // 100,000 per second of 1.03 ms fill 103 cores: at 70 % of two each, 74 machines.
        Plan plan = Plans.Small(Hundred with { RetriedShare = 0.999 });

        Assert.Equal(74, plan.Instances);
        Assert.Contains(
            "Machines, one to spare: 75.",
            PlanAnswerText.Sentences(PlanAnswers.None with { Fleet = FleetAnswer.Of(plan, new PlanPrices(0, 0, 4)) }));
    }

    [Fact]
    public void Few_requests_are_not_told_as_none()
    {
        Plan plan = Plans.Small(Hundred with { ArrivalsPerSecond = 0.001 });

        Assert.StartsWith("0.001 requests/s on 1 machine: 0.001/s each", PlanText.Load(plan), StringComparison.Ordinal);
        Assert.StartsWith(
            "0.001 requests/s are ",
            PlanAnswerText.Sentences(PlanAnswers.None with { Fleet = FleetAnswer.Of(plan, new PlanPrices(0, 0, 4)) })
                .First(), StringComparison.Ordinal);
        // No simulation sees a request, and one that comes meets nobody.
        Assert.Equal(51, plan.Forms[0].Start.P50Milliseconds.Median, 2.0);
    }

    [Fact]
    public void More_than_a_million_a_second_on_a_machine_are_spread_over_more()
    {
        Plan plan = Plans.Small(
            Hundred with
            {
                ArrivalsPerSecond = 1_200_000,
                Cores = 128,
                Endpoints = [new PlannedEndpoint(new RequestDemand(0, 0.001))],
            });

        Assert.Equal((2, 600_000.0), (plan.Instances, plan.LoadPerInstance));
        Assert.Equal(3, FleetAnswer.Of(plan, new PlanPrices(0, 0, 4))!.AsyncInstances); // Arrivals, so there is a fleet.
    }

    [Fact]
    public void What_a_million_requests_cost_says_which_threads_it_rests_on()
    {
        Plan plan = Plans.Small(
            Hundred with
            {
                ArrivalsPerSecond = 500,
                Endpoints = [new PlannedEndpoint(new RequestDemand(0.001, 0.2))],
                Styles = [WaitStyle.Blocking, WaitStyle.Awaiting],
            });

        string cost = PlanAnswerText.Sentences(PlanAnswers.None with { Fleet = FleetAnswer.Of(plan, new PlanPrices(0.04, 0, 4)) }).Last();

        Assert.True(plan.Forms[0].CollapsedShare > 0);
        Assert.EndsWith(
            FormattableString.Invariant($" sync once the pool of each machine has {plan.Forms[0].ThreadsNeeded:N0} threads."), cost,
            StringComparison.Ordinal);
    }
}
