using Syncopate.Planning;
using Xunit;

namespace Syncopate.Tests.Capacity;

public sealed class PlanFileTests
{
    [Fact]
    public void Kinds_of_requests_are_read_with_their_shares()
    {
        PlanFile file = PlanFile.Parse("""{ "cores": 4, "users": 200, /* a note */ "endpoints": [ { "name": "orders", "share": 7, "cpuMilliseconds": 3, "waitMilliseconds": 80 }, { "waitMilliseconds": 300, "waits": 4, }, ] }""");

        Assert.Equal((4, 200), (file.Cores, file.Users));
        Assert.Equal(
            [("orders", 7.0, 0.003, 0.08, 1), ("request 2", 1.0, 0.0, 0.3, 4)],
            file.Kinds().Select(k => (k.Name, k.Share, k.Demand.CpuSeconds, k.Demand.WaitSeconds, k.Waits)));
    }

    [Theory]
    [InlineData("""{ "endpoints": [ { "cpu": 3 } ] }""", "line 1")]
    [InlineData("""{ "endpoints": [] }""", "at least one endpoint")]
    [InlineData("null", "at least one endpoint")]
    [InlineData("""{ "endpoints": [ null ] }""", "empty endpoint")]
    [InlineData("""{ "endpoints": [ { } ], "levels": [ { "load": 1, "requestsPerSecond": null } ] }""", "empty endpoint or level")]
    [InlineData("{", "cannot be read")]
    [InlineData("""{ "users": 3 }""", "cannot be read")]
    public void What_is_no_scenario_is_refused_with_its_place(string json, string words) =>
        Assert.Contains(words, Assert.Throws<ArgumentException>(() => PlanFile.Parse(json)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_share_of_nothing_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => PlanFile.Parse("""{ "endpoints": [ { "share": 0, "cpuMilliseconds": 1 } ] }""").Kinds());
}
