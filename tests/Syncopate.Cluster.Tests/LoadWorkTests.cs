using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>Orders that an agent cannot carry out.</summary>
public sealed class LoadWorkTests
{
    /// <summary>No such name is ever known (RFC 6761).</summary>
    [Fact]
    public async Task A_host_that_nobody_knows_is_told_by_its_name()
    {
        const string Host = "no-such-host.invalid";
        LoadRequest request = new("/", new UsersForTime(1, TimeSpan.FromSeconds(1)));
        LoadOrder order = LoadOrder.Of((new HttpTarget(new Uri("http://127.0.0.1:5")), [Host]), request, null, request.Shape, 0) with
        {
            Target = $"http://{Host}",
        };
        LoadWork work = new(AgentPolicy.Closed with { AllowedHosts = [Host] }, TimeProvider.System);

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(
            () => work.PrepareAsync(order.ToText(), static _ => { }, TestContext.Current.CancellationToken));

        Assert.StartsWith($"it does not find the host '{Host}': ", refused.Message, StringComparison.Ordinal);
    }
}
