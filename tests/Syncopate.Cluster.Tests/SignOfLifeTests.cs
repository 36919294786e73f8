using Npgsql;
using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>What a conductor's sign of life says by itself.</summary>
[Trait("Judges", "behaviour")]
public sealed class SignOfLifeTests(Database database)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(-3600.0, false)]
    [InlineData(0.0, true)]
    [InlineData(0.9, true)]
    [InlineData(1.0, false)]
    public void It_is_fresh_for_a_second_and_not_before_it_was_given(double seconds, bool isFresh)
    {
        AgentHearing hearing = new([], 1) { Silence = TimeSpan.FromSeconds(seconds) };

        Assert.Equal(isFresh, hearing.IsFresh);
    }

    /// <summary>A conductor that had been killed was taken for one that is there, until the clock had made up what it was set
    /// back.</summary>
    [Fact]
    public async Task A_clock_of_the_database_that_was_set_back_makes_no_conductor()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await using PostgresAgentLink agent = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(owner.ConnectionString), "a", Token);
        await agent.JoinAsync(new AgentCard("a", "1", "machine", "id", 2, null), null, Token);
        await Database.ExecuteAsync(owner.ConnectionString,
            "update syncopate.conductor set beat = clock_timestamp() + interval '1 hour'");

        AgentHearing heard = await agent.HearAsync(0, Token);

        Assert.Null(heard.Epoch);
        Assert.False(heard.IsFresh);
    }
}
