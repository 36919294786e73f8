using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class FleetTests
{
    [Fact]
    public void A_million_requests_a_second_of_200_ms_are_200_000_in_flight_and_6_GiB_of_threads_or_53_MiB_of_state_machines()
    {
        Fleet fleet = new(new RequestDemand(0.001, 0.199), 1_000_000, coresPerInstance: 8);

        Assert.Equal(200_000, fleet.InFlight, 1e-6);
        Assert.Equal(6.2, Fleet.Gigabytes(fleet.BlockedBytes), 0.01);
        Assert.Equal(53.2, Fleet.Gigabytes(fleet.SuspendedBytes) * 1024, 0.1);
    }

    [Fact]
    public void Cores_at_their_target_use_and_a_spare_machine_decide_the_instances()
    {
        Fleet fleet = new(new RequestDemand(0.001, 0.199), 5_600, coresPerInstance: 8);

        // 5.6 cores busy of 8 at 70 %: one machine, and one to spare.
        Assert.Equal(2, fleet.AsyncInstances);
        Assert.Equal(2, fleet.SyncInstances);
        // 1,120 in flight on 100 threads at 70 %: sixteen.
        Assert.Equal(17, (fleet with { ThreadsPerInstance = 100 }).SyncInstances);
    }

    [Fact]
    public void Retries_multiply_the_load() =>
        Assert.Equal(2_000, (new Fleet(new RequestDemand(0.001, 0), 1_000, 8) with { RetriedShare = 0.5 }).OfferedPerSecond, 1e-9);

    [Fact]
    public void The_cost_of_a_million_follows_from_the_prices()
    {
        Fleet fleet = new(new RequestDemand(0.001, 0.199), 1_000, coresPerInstance: 2);

        // 2 machines of 2 cores at 0.05 and 4 GB at 0.005 an hour, 3.6 million requests an hour.
        Assert.Equal(2 * (2 * 0.05 + 4 * 0.005) / 3.6, fleet.CostPerMillion(2, 0.05, 0.005, 4), 1e-12);
    }

    [Fact]
    public void A_fleet_without_load_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new Fleet(new RequestDemand(1, 0), 0, 1));
}
