using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>Expected values: the product form summed term by term in Python 3.11 with math.factorial, without recursion
/// or logarithms.</summary>
public sealed class ClosedNetworkTests
{
    private static readonly RequestDemand Half = new(0.05, 0.15);

    [Theory]
    [InlineData(2, 37.648375243826834)]
    [InlineData(4, 49.14913974418108)]
    [InlineData(10, 49.99999999999998)]
    public void Ten_requests_in_the_server_answer_as_the_product_form_says(int cores, double expected)
    {
        ClosedNetwork network = ClosedNetwork.Solve(Half, cores, threads: 10, users: 10, thinkSeconds: 0);

        Assert.Equal(expected, network.RequestsPerSecond, 1e-9);
        Assert.Equal(10 / expected, network.ResponseSeconds, 1e-9);
    }

    [Theory]
    [InlineData(2, 10)]
    [InlineData(5, 25)]
    [InlineData(10, 50)]
    [InlineData(50, 250)]
    public void Fifty_users_of_pure_waiting_get_what_the_threads_give(int threads, double expected) =>
        Assert.Equal(expected, ClosedNetwork.Solve(new RequestDemand(0, 0.2), 2, threads, 50, 0).RequestsPerSecond, 1e-9);

    [Fact]
    public void Users_who_think_form_a_machine_repair_model_around_the_server()
    {
        Assert.Equal(24.502323834681146, ClosedNetwork.Solve(Half, 2, 10, 30, 1).RequestsPerSecond, 1e-9);
        Assert.Equal(72.72511634614675, ClosedNetwork.Solve(new RequestDemand(0.001, 0.049), 2, 10, 40, 0.5).RequestsPerSecond, 1e-9);
    }

    [Fact]
    public void Thousands_of_requests_stay_within_the_numbers_of_a_double()
    {
        ClosedNetwork network = ClosedNetwork.Solve(new RequestDemand(0.001, 0.2), 2, null, 2_000, 0);

        Assert.Equal(2_000, network.RequestsPerSecond, 0.1);
    }

    [Theory]
    [InlineData(1, 10)]
    [InlineData(3, 25)]
    [InlineData(8, 7)]
    public void No_throughput_passes_its_bound(int cores, int users)
    {
        ClosedNetwork sync = ClosedNetwork.Solve(Half, cores, 10, users, 0.3);

        Assert.True(sync.RequestsPerSecond < CapacityBounds.OfUsers(Half, cores, 10, users, 0.3).RequestsPerSecond);
        Assert.True(sync.RequestsPerSecond <= ClosedNetwork.Solve(Half, cores, null, users, 0.3).RequestsPerSecond);
    }
}
