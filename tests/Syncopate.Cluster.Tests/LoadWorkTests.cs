using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>Orders that an agent cannot carry out, or may not.</summary>
public sealed class LoadWorkTests
{
    /// <summary>No such name is ever known (RFC 6761).</summary>
    [Fact]
    public async Task A_host_that_nobody_knows_is_told_by_its_name()
    {
        const string Host = "no-such-host.invalid";

        string refused = await RefusedAsync($"http://{Host}", ordered: [Host], allowed: [Host]);

        Assert.StartsWith($"it does not find the host '{Host}': ", refused, StringComparison.Ordinal);
    }

    /// <summary>A host is allowed twice: by the user of the coordinator, and by the owner of the agent.</summary>
    [Theory]
    [InlineData("192.0.2.1", "192.0.2.2", "its policy does not allow the host '192.0.2.1' (allowed: 192.0.2.2)")]
    [InlineData("192.0.2.2", "192.0.2.1", "if you may load it, add --allow-host 192.0.2.1")]
    public async Task A_host_that_only_one_of_both_allows_is_refused(string ordered, string allowed, string said) =>
        Assert.Contains(said, await RefusedAsync("http://192.0.2.1", [ordered], [allowed]), StringComparison.Ordinal);

    private static async Task<string> RefusedAsync(string target, string[] ordered, string[] allowed)
    {
        LoadRequest request = new("/", new UsersForTime(1, TimeSpan.FromSeconds(1)));
        HttpTarget server = new(new Uri("http://127.0.0.1:5"));
        LoadOrder order = LoadOrder.Of((server, ordered), request, null, request.Shape, 0) with { Target = target };
        LoadWork work = new(AgentPolicy.Closed with { AllowedHosts = allowed }, TimeProvider.System);

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => work.PrepareAsync(order.ToText(), static _ => { }, TestContext.Current.CancellationToken));

        return refused.Message;
    }
}
