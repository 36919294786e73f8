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
    [InlineData("{\"allowedHosts\": [\"a\", null]}", "allows the host 'null'")]
    [InlineData("{\"allowedHosts\": [\"a\", \"\"]}", "allows the host ''")]
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

    /// <summary>An address has the host in one form only: what the owner had allowed in another one was refused.</summary>
    [Theory]
    [InlineData("[2001:db8::1]", "http://[2001:db8::1]")]
    [InlineData("2001:DB8:0:0::1", "http://[2001:db8::1]")]
    [InlineData("b\u00fccher.example", "http://b\u00fccher.example")]
    [InlineData("xn--bcher-kva.example", "http://b\u00fccher.example")]
    [InlineData("10.0.0.7", "http://10.0.0.7:8080")]
    [InlineData("Shop", "http://shop")]
    public void A_host_is_allowed_in_any_form_that_it_can_be_written_in(string allowed, string target)
    {
        AgentPolicy policy = AgentPolicy.Parse($"{{\"allowedHosts\": [\"{allowed}\"]}}", "p");

        policy.Check(new Uri(target).IdnHost, new UsersForTime(1, TimeSpan.FromSeconds(1)));

        Assert.Single(policy.AllowedHosts);
    }

    /// <summary>One machine is many sites: by a header an order could load another one than those that the owner had allowed.</summary>
    [Theory]
    [InlineData("http://shop", "Host", "other.example", false)]
    [InlineData("http://shop", "host", "shop.example.org", false)]
    [InlineData("http://shop", "Host", "not a host", false)]
    [InlineData("http://shop", "Host", "shop/other.example", false)]
    [InlineData("http://shop", "Host", "shop#other.example", false)]
    [InlineData("http://shop", "Host", "other.example@shop", false)]
    [InlineData("http://shop", "Host", "shop\\other.example", false)]
    [InlineData("http://shop", "Host", "SHOP:8080", true)]
    [InlineData("http://shop", "Host", "[2001:db8::1]:80", true)]
    [InlineData("http://shop", "X-Host", "other.example", true)]
    [InlineData("http://127.0.0.1:5080", "Host", "other.example", true)]
    public void A_header_names_no_host_that_may_not_be_loaded(string target, string name, string value, bool isAllowed)
    {
        AgentPolicy policy = AgentPolicy.Parse("{\"allowedHosts\": [\"shop\", \"2001:db8::1\"]}", "p");

        Exception? refused = Record.Exception(
            () => policy.CheckNamed(new Uri(target), [KeyValuePair.Create(name, value)]));

        Assert.Equal(isAllowed, refused is null);
        if (refused is null)
            return;
        Assert.IsType<ClusterException>(refused);
        Assert.StartsWith("its policy does not allow the host that the header Host names (allowed: shop, 2001:db8::1).", refused.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_file_an_agent_loads_its_own_machine_only()
    {
        AgentPolicy.Closed.Check("localhost", new UsersForTime(1, TimeSpan.FromSeconds(1)));

        Assert.Throws<ClusterException>(() => AgentPolicy.Closed.Check("10.0.0.1", new UsersForTime(1, TimeSpan.FromSeconds(1))));
    }
}
