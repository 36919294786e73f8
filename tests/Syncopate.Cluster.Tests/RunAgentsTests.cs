using System.Text.Json.Nodes;
using Npgsql;
using Syncopate.Cluster.Links.Postgres;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary><c>run --agents</c> with the real tool, its samples, and agents that are processes of their own.</summary>
[Trait("Judges", "behaviour")]
public sealed class RunAgentsTests(Database database)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Its cold servers are warmed side by side, and some of its slots have one user.</summary>
    [Fact]
    public async Task Experiments_are_sent_by_agents_and_the_report_says_by_which_and_where_they_had_no_part()
    {
        using RunFolder folder = new();
        string result = Path.Combine(folder.Path, "result");

        string[] line = ["run", "io-bound", "external", "tight-loop", "--quick", "--agents", "2", "--out", result];
        (int code, string output, string error) = await Tool.RunAsync(line);

        Assert.True(code == 0, error);
        Assert.Contains("Starting a database and 2 agents on this machine.", error, StringComparison.Ordinal);
        Assert.Matches("agent local-1: .*[1-9][0-9]* answers, 0 failed", output);
        Assert.Matches("agent local-2: .*[1-9][0-9]* answers, 0 failed", output);
        Assert.Contains("The agents had no part in: tight-loop.", output, StringComparison.Ordinal);
        Assert.DoesNotContain("run tight-loop --quick --agents", output, StringComparison.Ordinal);
        JsonNode report = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(result, "report.json"), Token))!;
        Assert.Equal(["local-1", "local-2"], report["agents"]!.AsArray().Select(agent => (string)agent!["name"]!));
        HashSet<string> asked = [.. report["experiments"]!.AsArray().Select(e => (string)e!["id"]!)];
        Assert.Contains("io-bound", asked);
        // Where a machine is too busy for the second, that is said.
        Assert.True(
            asked.Contains("external")
            || report["missing"]!.AsArray().Any(m => ((string)m!).StartsWith("No time was left for external", StringComparison.Ordinal)));
        string page = await File.ReadAllTextAsync(Path.Combine(result, "report.html"), Token);
        Assert.Contains("Who sent the load", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_happens_within_one_process_is_refused()
    {
        (int code, _, string error) = await Tool.RunAsync("run", "ef", "tight-loop", "--agents", "2");

        Assert.Equal(2, code);
        Assert.Contains("--agents divides a load, and what 'ef' measures happens within one process.", error, StringComparison.Ordinal);
        Assert.Contains("Experiments that send one: io-bound, delay,", error, StringComparison.Ordinal);
    }

    /// <summary>The samples listen on this machine only.</summary>
    [Fact]
    public async Task An_agent_of_another_machine_is_refused()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await using PostgresAgentLink far = await PostgresAgentLink.OpenAsync(JoinAddress.Parse(owner.ConnectionString), "far", Token);
        string version = typeof(AgentCard).Assembly.GetName().Version!.ToString(3);
        AgentCard card = new("far", version, "elsewhere", "another", 2, null) { Protocol = ClusterProtocol.Current };
        await far.JoinAsync(card, null, Token);
        await far.DescribeAsync(new ClockReading(0, 100), isBusy: false, Token);

        await using Tool run = Tool.StartWith([("SYNCOPATE_JOIN", owner.ConnectionString)], "run", "io-bound", "--quick", "--agents", "1");
        int code = await run.ExitAsync();

        Assert.True(code == 2, run.Error);
        const string Said = "http://127.0.0.1 means this machine, and agent 'far' is on another one (elsewhere)";
        Assert.Contains(Said, run.Error, StringComparison.Ordinal);
        Assert.Contains("The samples of 'run' listen on this machine only. Leave out --join and SYNCOPATE_JOIN, and the agents are started "
            + "here;", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("Give the name by which all machines know the target", run.Error, StringComparison.Ordinal);
    }
}
