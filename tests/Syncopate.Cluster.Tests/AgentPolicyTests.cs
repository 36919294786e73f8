using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class AgentPolicyTests
{
    [Theory]
    [InlineData("{}", "allowedHosts")]
    [InlineData("{\"allowedHosts\": []}", "allows no host")]
    [InlineData("{\"allowedHosts\": [\"*.example.com\"]}", "no wildcards")]
    [InlineData("{\"allowedHosts\": [\"http://a\"]}", "no wildcards")]
    [InlineData("{\"allowedHosts\": [\"a\"], \"mostRequestPerSecond\": 5}", "mostRequestPerSecond")]
    [InlineData("{\"allowedHosts\": [\"a\"], \"allowedHosts\": [\"b\"]}", "llowedHosts")]
    [InlineData("{\"allowedHosts\": [\"a\"], \"mostRequestsPerSecond\": 0}", "above 0")]
    [InlineData("{\"allowedHosts\": [\"a\"], \"mostRequestsPerSecond\": 2e6}", "above 0")]
    [InlineData("{\"allowedHosts\": [\"a\"], \"mostConnections\": -1}", "1 to 10,000")]
    [InlineData("{\"allowedHosts\": [\"a\"], \"longestSeconds\": 1e9}", "86,400")]
    [InlineData("{\"allowedHosts\": [\"a\"], \"longestSeconds\": 1e300}", "86,400")]
    [InlineData("{\"allowedHosts\": [\"a\"], \"longestSeconds\": 0}", "86,400")]
    [InlineData("{\"allowedHosts\": null}", "cannot be read")]
    [InlineData("null", "cannot be read")]
    [InlineData("[", "cannot be read")]
    public void A_policy_that_is_none_is_refused_with_what_is_wrong(string json, string said)
    {
        ClusterException refused = Assert.Throws<ClusterException>(() => AgentPolicy.Parse(json, "policy.json"));

        Assert.Contains(said, refused.Message, StringComparison.Ordinal);
        Assert.Contains("policy.json", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_within_the_policy_passes_and_what_is_beyond_does_not()
    {
        AgentPolicy policy = AgentPolicy.Parse(
            "{\"allowedHosts\": [\"shop\", \"::1\"], \"mostRequestsPerSecond\": 100, \"mostConnections\": 10, \"longestSeconds\": 60}",
                "p");
        TimeSpan minute = TimeSpan.FromMinutes(1);

        policy.Check("SHOP", new UsersForTime(10, minute));
        policy.Check("[::1]", Arrivals.AtRate(100, minute) with { MaximumInFlight = 10 });
        string[] refused =
        [
            Refused("other", new UsersForTime(10, minute)),
            Refused("shop.evil.example", new UsersForTime(10, minute)),
            Refused("localhost", new UsersForTime(10, minute)),
            Refused("shop", new UsersForTime(11, minute)),
            Refused("shop", new UsersForTime(10, minute * 2)),
            Refused("shop", new Arrivals(50, 101, minute) { MaximumInFlight = 10 }),
        ];

        Assert.All(refused, message => Assert.Contains("its policy", message, StringComparison.Ordinal));

        string Refused(string host, LoadShape shape) => Assert.Throws<ClusterException>(() => policy.Check(host, shape)).Message;
    }

    [Fact]
    public void Without_a_file_an_agent_loads_its_own_machine_only()
    {
        AgentPolicy.Closed.Check("localhost", new UsersForTime(1, TimeSpan.FromSeconds(1)));

        Assert.Throws<ClusterException>(() => AgentPolicy.Closed.Check("10.0.0.1", new UsersForTime(1, TimeSpan.FromSeconds(1))));
    }
}
