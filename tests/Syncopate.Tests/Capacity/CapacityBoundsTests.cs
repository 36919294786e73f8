using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>The arithmetic of the article of 2013 (10 threads), and what cores make of it.</summary>
public sealed class CapacityBoundsTests
{
    private static readonly RequestDemand MostlyWaiting = new(0.05, 0.15);
    private static readonly RequestDemand MostlyComputing = new(0.18, 0.02);

    [Theory]
    [InlineData(10, 50, 200)]
    [InlineData(4, 50, 80)]
    [InlineData(2, 40, 40)]
    public void Ten_threads_answer_50_a_second_when_each_request_waits_150_of_200_ms_and_cores_decide_what_async_adds(
        int cores, double sync, double async)
    {
        Assert.Equal(sync, CapacityBounds.OfServer(MostlyWaiting, cores, 10).RequestsPerSecond, 1e-9);
        Assert.Equal(async, CapacityBounds.OfServer(MostlyWaiting, cores, null).RequestsPerSecond, 1e-9);
    }

    [Theory]
    [InlineData(10, 50, 55.555555555)]
    [InlineData(4, 22.222222222, 22.222222222)]
    [InlineData(2, 11.111111111, 11.111111111)]
    public void Requests_that_compute_180_of_200_ms_gain_next_to_nothing(int cores, double sync, double async)
    {
        Assert.Equal(sync, CapacityBounds.OfServer(MostlyComputing, cores, 10).RequestsPerSecond, 1e-6);
        Assert.Equal(async, CapacityBounds.OfServer(MostlyComputing, cores, null).RequestsPerSecond, 1e-6);
    }

    [Fact]
    public void Threads_alone_promise_50_to_200_and_50_to_55_and_a_half_on_any_machine()
    {
        Assert.Equal((50.0, 200.0), CapacityBounds.OfThreads(MostlyWaiting, 10));
        (double blocking, double awaiting) = CapacityBounds.OfThreads(MostlyComputing, 10);
        Assert.Equal(50, blocking, 1e-9);
        Assert.Equal(55.555555555, awaiting, 1e-6);
    }

    [Fact]
    public void The_bound_names_what_binds()
    {
        Assert.Equal(Resource.Threads, CapacityBounds.OfServer(MostlyWaiting, 10, 10).Binds);
        Assert.Equal(Resource.Cores, CapacityBounds.OfServer(MostlyWaiting, 2, 10).Binds);
        Assert.Equal(Resource.Users, CapacityBounds.OfUsers(MostlyWaiting, 10, 10, users: 5, thinkSeconds: 0).Binds);
    }

    [Fact]
    public void Users_who_think_ask_for_less_and_the_knee_says_how_many_fit()
    {
        Bound bound = CapacityBounds.OfUsers(MostlyWaiting, 10, 10, users: 30, thinkSeconds: 0.8);

        Assert.Equal(30, bound.RequestsPerSecond, 1e-9);
        Assert.Equal(50, CapacityBounds.Knee(MostlyWaiting, 10, 10, thinkSeconds: 0.8), 1e-9);
    }

    [Theory]
    [InlineData(-1, 0)]
    [InlineData(double.NaN, 0)]
    [InlineData(0, 0)]
    [InlineData(0, 3601)]
    public void A_demand_that_cannot_be_is_refused(double cpu, double wait) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new RequestDemand(cpu, wait));

    [Fact]
    public void A_server_without_cores_or_threads_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => CapacityBounds.OfServer(MostlyWaiting, 0, null));
        Assert.Throws<ArgumentOutOfRangeException>(() => CapacityBounds.OfServer(MostlyWaiting, 1, 0));
    }
}
