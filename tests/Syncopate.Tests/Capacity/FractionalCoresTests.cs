using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>Cores of which other work takes a part. Expected values: the birth-and-death equations with the rate min(n,
/// c) / C, and the product form with the same rate, each summed term by term in Python 3.11.</summary>
public sealed class FractionalCoresTests
{
    private static readonly PlanQuestion Rate = new()
    {
        Endpoints = [new PlannedEndpoint(new RequestDemand(0.01, 0.05))],
        Cores = 2,
        BackgroundCores = 0.5,
        ArrivalsPerSecond = 100,
        Styles = [WaitStyle.Blocking, WaitStyle.Awaiting],
        Seed = 1,
    };

    [Theory]
    [InlineData(20, 0.05, 1.5, 0.06250000000000008)]
    [InlineData(10, 0.05, 0.75, 0.15000000000000013)]
    [InlineData(33, 0.05, 2.25, 0.051198871650211586)]
    [InlineData(100, 0.02, 2.5, 0.027692307692307672)]
    public void A_fraction_of_a_core_makes_requests_wait_as_the_equations_say(
        double perSecond, double cpu, double cores, double expected) =>
        Assert.Equal(expected, OpenArrivals.CoreWaitSeconds(perSecond, cpu, cores), 1e-12);

    [Theory]
    [InlineData(20, 0.04, 1)]
    [InlineData(40, 0.2, 10)]
    [InlineData(900, 1, 1_000)]
    public void Whole_cores_give_the_wait_of_Erlang(double perSecond, double cpu, int cores) =>
        Assert.Equal(new OpenArrivals(perSecond, cpu, cores).MeanWaitSeconds, OpenArrivals.CoreWaitSeconds(perSecond, cpu, cores), 1e-12);

    [Theory]
    [InlineData(0.05, 0.15, 1.5, 10, 29.55536287392404)]
    [InlineData(0.05, 0.15, 0.5, 4, 9.520426287744225)]
    [InlineData(0.02, 0.08, 2.25, 30, 112.49999282315316)]
    public void A_closed_network_takes_fractions_of_a_core(double cpu, double wait, double cores, int users, double expected) =>
        Assert.Equal(expected, ClosedNetwork.Solve(new RequestDemand(cpu, wait), cores, null, users, 0).RequestsPerSecond, 1e-9);

    [Fact]
    public void A_background_that_is_no_whole_number_is_no_reason_to_refuse_a_rate()
    {
        // 105 per second fill 70 % of 1.5 cores, and 100 of them those that are left after one is taken for the floor of 1.5.
        Plan plan = Plans.Small(Rate);

        Assert.All(plan.Forms, form => Assert.Equal((100.0, true), (form.SteadyPerSecond, double.IsFinite(form.SteadyMilliseconds))));
    }

    [Fact]
    public void The_long_run_of_users_agrees_with_the_bound_and_the_first_seconds_when_a_core_is_half_taken()
    {
        PlannedForm async = Plans.Small(Rate with { ArrivalsPerSecond = null, Users = 100 }).Forms[1];

        Assert.Equal(150, async.Bound.RequestsPerSecond, 1e-9);
        Assert.Equal(150, async.SteadyPerSecond, 0.5);
        Assert.InRange(async.Start.RequestsPerSecond.Median, 135, 151);
    }

    [Theory]
    [InlineData(30, 0.05, 1.5)]
    [InlineData(10, 0.05, 0.5)]
    public void More_than_the_cores_can_do_is_refused_with_what_it_takes(double perSecond, double cpu, double cores) =>
        Assert.Contains(
            "need more than", Assert.Throws<ArgumentOutOfRangeException>(
                () => OpenArrivals.CoreWaitSeconds(perSecond, cpu, cores)).Message, StringComparison.Ordinal);
}
