using System.Text.Json.Nodes;
using Npgsql;
using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary><c>agents</c> with the real tool: who has joined, and the roles of a database.</summary>
[Trait("Judges", "behaviour")]
public sealed class AgentsCommandTests(Database database)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task It_lists_who_has_joined_with_all_that_is_known_of_them_and_as_JSON()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        (string, string)[] join = [("SYNCOPATE_JOIN", owner.ConnectionString)];
        await using PostgresAgentLink link = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(owner.ConnectionString), "a1", Token);
        AgentCard card = new("a1", "1.2.3", "shop", "id", 2, 61_234)
        {
            Limits = "localhost; up to 5 requests/s",
            Protocol = ClusterProtocol.Current,
        };
        await link.JoinAsync(card, null, Token);
        await link.DescribeAsync(new ClockReading(-1_530, 412), isBusy: true, Token);

        await using Tool table = Tool.StartWith(join, "agents");
        await using Tool json = Tool.StartWith(join, "agents", "--json");
        int code = await table.ExitAsync();
        int codeOfJson = await json.ExitAsync();

        Assert.True((code, codeOfJson) == (0, 0), table.Error + json.Error);
        Assert.Contains("a1     shop         2  61,234/s    -1.5 ms     0.41 ms  busy   1.2.3    localhost; up to 5 requests/s",
            table.Output, StringComparison.Ordinal);
        JsonNode agent = JsonNode.Parse(json.Output)!.AsArray().Single()!;
        JsonNode said = agent["card"]!;
        Assert.Equal(("a1", "shop", 2), ((string?)said["name"], (string?)said["machine"], (int)said["cores"]!));
        Assert.Equal((-1_530, 412), ((int)agent["clock"]!["wallOffsetMicroseconds"]!, (int)agent["clock"]!["roundTripMicroseconds"]!));
        Assert.True((bool)agent["isBusy"]!);
    }

    [Fact]
    public async Task Where_nobody_has_joined_it_says_how_to()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await using Tool tool = Tool.StartWith([("SYNCOPATE_JOIN", owner.ConnectionString)], "agents");

        Assert.Equal(0, await tool.ExitAsync());

        Assert.Contains("No agent has joined ", tool.Output, StringComparison.Ordinal);
        Assert.Contains("Start one on each machine: syncopate agent --join CONNECTION", tool.Output, StringComparison.Ordinal);
    }

    /// <summary>"No agent has joined" was said where three had, by the connection of another one.</summary>
    [Fact]
    public async Task A_role_that_sees_its_own_agents_only_is_told_so()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await ClusterRoles.CreateAsync(JoinAddress.Parse(owner.ConnectionString), Token);
        await Database.ExecuteAsync(owner.ConnectionString, "create role onlooker login password 'onlooker' in role syncopate_agent");
        string own = new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Username = "onlooker", Password = "onlooker" }
            .ConnectionString;
        await using Tool poor = Tool.StartWith([("SYNCOPATE_JOIN", own)], "agents");
        await using Tool all = Tool.StartWith([("SYNCOPATE_JOIN", owner.ConnectionString)], "agents");

        (int code, int codeOfOwner) = (await poor.ExitAsync(), await all.ExitAsync());

        Assert.True((code, codeOfOwner) == (0, 0), poor.Error + all.Error);
        Assert.Contains("sees only the agents that joined as itself", poor.Error, StringComparison.Ordinal);
        Assert.Contains(" as this role. Start one", poor.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("sees only", all.Error, StringComparison.Ordinal);
    }

    /// <summary>It made the tables, and printed sentences to whoever wanted to read JSON.</summary>
    [Fact]
    public async Task Setup_has_no_JSON()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await using Tool tool = Tool.StartWith([("SYNCOPATE_JOIN", owner.ConnectionString)], "agents", "--setup", "--json");

        int code = await tool.ExitAsync();

        Assert.True(code == 2, tool.Error);
        Assert.Contains("leave out one of both", tool.Error, StringComparison.Ordinal);
        Assert.Empty(tool.Output);
    }

    [Fact]
    public async Task Setup_makes_the_tables_and_the_roles_and_says_how_to_give_them()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await using Tool tool = Tool.StartWith([("SYNCOPATE_JOIN", owner.ConnectionString)], "agents", "--setup");

        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        Assert.Contains("create role agent1 login password '...' in role syncopate_agent;", tool.Output, StringComparison.Ordinal);
        Assert.Equal(2, await Database.CountAsync(
            owner.ConnectionString, "pg_roles where rolname in ('syncopate_agent', 'syncopate_results')"));
        Assert.Equal(0, await Database.CountAsync(owner.ConnectionString, "syncopate.agent"));
    }
}
