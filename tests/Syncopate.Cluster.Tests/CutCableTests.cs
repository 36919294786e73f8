using System.Text.Json.Nodes;
using Npgsql;
using Xunit;
using static Syncopate.Cluster.Tests.Polling;

namespace Syncopate.Cluster.Tests;

/// <summary>An agent that nothing reaches any more, and from which nothing comes, though both sides have their connections: real cables
/// are cut in bench/cluster.</summary>
[Trait("Judges", "behaviour")]
public sealed class CutCableTests(Database database)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_agent_that_is_cut_off_ends_its_load_by_itself_and_is_named_and_the_others_go_on()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        (string, string)[] join = [("SYNCOPATE_JOIN", owner.ConnectionString)];
        await using CountingRelay relay = new(owner);
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool one = Tool.StartWith(join, "agent", "--name", "one", "--spool", Path.Combine(folder.Path, "1"));
        (string, string)[] away = [("SYNCOPATE_JOIN", relay.Address.ConnectionString("test"))];
        await using Tool two = Tool.StartWith(away, "agent", "--name", "two", "--spool", Path.Combine(folder.Path, "2"));
        await one.SeeAsync("'one' has joined.");
        await two.SeeAsync("'two' has joined.");
        string result = Path.Combine(folder.Path, "result");
        await using Tool load = Tool.StartWith(
            join, "load", site.Address + "/plain", "--agents", "2", "--rate", "100", "-d", "20s", "--out", result);

        await UntilAsync(() => Database.CountAsync(owner.ConnectionString,
            "syncopate.interval where agent in (select id from syncopate.agent where name = 'two')"), count => count > 0);
        relay.Cut();
        int code = await load.ExitAsync();

        Assert.True(code == 4, load.Error);
        Assert.Contains("Agent 'two' is missing from a part of the load: ", load.Error, StringComparison.Ordinal);
        JsonNode report = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(result, "report.json"), Token))!;
        JsonArray agents = report["agents"]!.AsArray();
        Assert.Equal([true, false], agents.Select(agent => agent!["missing"] is null));
        Assert.Equal(1_000, (long)agents[0]!["count"]!); // The half of 2,000; the other half is not moved to it.
        Assert.InRange((long)agents[1]!["count"]!, 1, 999);
        // What it sent when nobody could stop it any more ended long before the load did.
        Assert.InRange(site.Asked, 1_000, 1_999);
    }
}
