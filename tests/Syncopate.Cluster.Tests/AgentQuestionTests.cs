using Npgsql;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>What a question of an agent costs on its way.</summary>
[Trait("Judges", "behaviour")]
public sealed class AgentQuestionTests(Database database)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>An agent that hears nothing for two seconds ends its load: one whose way takes a second heard by two round trips, and was
    /// lost though it was there.</summary>
    [Fact]
    public async Task All_that_an_agent_hears_comes_in_one_round_trip()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await using CountingRelay relay = new(owner);
        await using PostgresConductorLink conductor =
            await PostgresConductorLink.OpenAsync(JoinAddress.Parse(owner.ConnectionString), Token);
        long epoch = await conductor.TakeAsync(null, Token);
        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(relay.Address, "a", Token);
        AgentSeat seat = await agent.JoinAsync(new AgentCard("a", "1", "machine", "id", 2, null), null, Token);
        AgentCommand order = new(0, 0, Guid.NewGuid(), 1, CommandKind.Prepare) { Body = "order" };
        await conductor.CommandAsync(new Dictionary<int, AgentCommand> { [seat.Id] = order }, Token);
        await conductor.CommandAsync(new Dictionary<int, AgentCommand> { [seat.Id] = order with { Round = 2, Body = "next" } }, Token);
        int before = relay.Questions;

        AgentHearing heard = await agent.HearAsync(seat.LastCommand, Token);

        Assert.Equal(1, relay.Questions - before);
        Assert.Equal(["order", "next"], heard.Commands.Select(command => command.Body));
        Assert.Equal(epoch, heard.Epoch);
    }
}
