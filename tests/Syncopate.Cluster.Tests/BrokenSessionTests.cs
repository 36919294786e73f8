using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>Who comes back while the database still has the session that broke, as behind a pooler or a proxy.</summary>
[Trait("Judges", "behaviour")]
public sealed class BrokenSessionTests(Database database)
{
    private static readonly AgentCard Card = new("a", "1", "machine", "id", 2, null);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>It ended itself, as if its name belonged to somebody else.</summary>
    [Fact]
    public async Task An_agent_tries_again_and_another_one_is_told_that_the_name_is_taken()
    {
        JoinAddress address = await database.NewAddressAsync();
        PostgresAgentLink before = await PostgresAgentLink.OpenAsync(address, "a", Token);
        AgentSeat seat = await before.JoinAsync(Card, null, Token);
        await using PostgresAgentLink own = await PostgresAgentLink.OpenAsync(address, "a", Token);
        await using PostgresAgentLink other = await PostgresAgentLink.OpenAsync(address, "a", Token);

        Task<AgentSeat> returning = own.JoinAsync(Card, seat, Token);
        Task<AgentSeat> joining = other.JoinAsync(Card, null, Token);
        LinkBrokenException broken = await Assert.ThrowsAsync<LinkBrokenException>(() => returning);
        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(() => joining);
        await before.DisposeAsync();
        await using PostgresAgentLink later = await PostgresAgentLink.OpenAsync(address, "a", Token);
        AgentSeat back = await later.JoinAsync(Card, seat, Token);

        Assert.Contains("has not ended yet", broken.Message, StringComparison.Ordinal);
        Assert.Contains("is there already", refused.Message, StringComparison.Ordinal);
        Assert.Equal((seat.Id, seat.Incarnation), (back.Id, back.Incarnation));
    }

    /// <summary>It ended its run, and said that another one had the agents.</summary>
    [Fact]
    public async Task A_conductor_tries_again_and_another_one_is_told_to_wait()
    {
        JoinAddress address = await database.NewAddressAsync();
        PostgresConductorLink before = await PostgresConductorLink.OpenAsync(address, Token);
        long epoch = await before.TakeAsync(null, Token);
        await using PostgresConductorLink own = await PostgresConductorLink.OpenAsync(address, Token);
        await using PostgresConductorLink other = await PostgresConductorLink.OpenAsync(address, Token);

        Task<long> returning = own.TakeAsync(epoch, Token);
        Task<long> taking = other.TakeAsync(null, Token);
        await Assert.ThrowsAsync<LinkBrokenException>(() => returning);
        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(() => taking);
        await before.DisposeAsync();
        await using PostgresConductorLink later = await PostgresConductorLink.OpenAsync(address, Token);

        Assert.Contains("Another coordinator has the agents", refused.Message, StringComparison.Ordinal);
        Assert.Equal(epoch, await later.TakeAsync(epoch, Token));
    }
}
