using System.Text.Json.Nodes;
using Npgsql;
using Syncopate.Journaling;
using Xunit;
using static Syncopate.Cluster.Tests.Polling;

namespace Syncopate.Cluster.Tests;

/// <summary><c>compare --agents</c> with the real tool, and agents that are processes of their own.</summary>
[Trait("Judges", "behaviour")]
public sealed class CompareAgentsTests(Database database)
{
    [Fact]
    public async Task An_agent_that_dies_in_a_slot_and_is_started_anew_is_named_and_the_round_is_measured_again()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        (string, string)[] join = [("SYNCOPATE_JOIN", owner.ConnectionString)];
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool first = Tool.StartWith(join, "agent", "--name", "first", "--spool", Path.Combine(folder.Path, "1"));
        await using Tool second = Tool.StartWith(join, "agent", "--name", "second", "--spool", Path.Combine(folder.Path, "2"));
        await first.SeeAsync("'first' has joined.");
        await second.SeeAsync("'second' has joined.");
        string result = Path.Combine(folder.Path, "result");
        await using Tool compare = Tool.StartWith(join, "compare", site.Address + "/plain?a", site.Address + "/plain?b",
            "--agents", "2", "-c",
            "4", "-d", "2s", "--budget", "40s", "--out", result);
        await compare.SeeAsync("divided ");

        await BusyAsync(owner.ConnectionString);
        second.Signal("KILL");
        await second.ExitAsync();
        await compare.SeeAsync("The round is measured again when all agents are there; the third loss in a row of one agent ends the run.");
        await using Tool again = Tool.StartWith(join, "agent", "--name", "second", "--spool", Path.Combine(folder.Path, "2"));
        int code = await compare.ExitAsync();

        Assert.True(code == 0, compare.Error);
        Assert.Contains("agent 'second' on ", compare.Error, StringComparison.Ordinal);
        Assert.Contains("its session ended. The round is measured again when all agents are there;", compare.Error,
            StringComparison.Ordinal);
        JsonNode report = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(result, "report.json"),
            TestContext.Current.CancellationToken))!;
        Assert.Equal([0, 1], report["agents"]!.AsArray().Select(agent => (int)agent!["repeated"]!));
        Assert.All(report["agents"]!.AsArray(), agent => Assert.True((long)agent!["count"]! > 0));
        Assert.All(report["agents"]!.AsArray(), agent => Assert.InRange((double)agent!["freeShare"]!, 0, 1));
        Assert.False((bool)report["partial"]!);
        Assert.Contains("agent second: 2 users: ", compare.Output, StringComparison.Ordinal);
        Assert.Contains("; lost in 1 slot, measured again", compare.Output, StringComparison.Ordinal);
        Slot[] slots = [.. JournalReader.Read(Path.Combine(result, "run.jsonl")).Records.OfType<Slot>()];
        Assert.Single(slots.GroupBy(slot => slot.Round).Select(round => round.Count()).Distinct());
        // Whoever sends, the target's processors are seen where it runs, once for all agents.
        Assert.All(slots, slot => Assert.True(slot.Target?.CpuNanoseconds > 0));
        Assert.Contains("started within: ", compare.Output, StringComparison.Ordinal);
        string page = await File.ReadAllTextAsync(Path.Combine(result, "report.html"), TestContext.Current.CancellationToken);
        string markdown = await File.ReadAllTextAsync(Path.Combine(result, "report.md"), TestContext.Current.CancellationToken);
        Assert.Contains("Who sent the load", page, StringComparison.Ordinal);
        Assert.Contains("lost in 1 slot, measured again", page, StringComparison.Ordinal);
        Assert.Contains("Who sent the load", markdown, StringComparison.Ordinal);
    }

    /// <summary>What was measured before is kept, and a report made of it, when there is nobody any more who could bring the lost agent
    /// back.</summary>
    [Fact]
    public async Task A_database_that_is_gone_while_a_slot_waits_for_its_agents_ends_the_run_in_order()
    {
        await using MortalDatabase mortal = await MortalDatabase.StartAsync();
        (string, string)[] join = [("SYNCOPATE_JOIN", mortal.ConnectionString)];
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool first = Tool.StartWith(join, "agent", "--name", "first", "--spool", Path.Combine(folder.Path, "1"));
        await using Tool second = Tool.StartWith(join, "agent", "--name", "second", "--spool", Path.Combine(folder.Path, "2"));
        await first.SeeAsync("'first' has joined.");
        await second.SeeAsync("'second' has joined.");
        string result = Path.Combine(folder.Path, "result");
        await using Tool compare = Tool.StartWith(join, "compare", site.Address + "/plain?a", site.Address + "/plain?b",
            "--agents", "2", "-c", "4", "-d", "2s", "--budget", "60s", "--out", result);
        await compare.SeeAsync("divided ");

        await BusyAsync(mortal.ConnectionString);
        second.Signal("KILL");
        await compare.SeeAsync("The round is measured again when all agents are there; the third loss in a row of one agent ends the run.");
        await mortal.KillAsync();
        int code = await compare.ExitAsync();

        Assert.True(code == 4, compare.Error);
        Assert.Contains("The database that coordinates the agents is gone", compare.Error, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(result, "report.json")), compare.Error);
        RunEnd end = Assert.Single(JournalReader.Read(Path.Combine(result, "run.jsonl")).Records.OfType<RunEnd>());
        Assert.Equal(RunOutcome.TargetFailed, end.Outcome);
    }

    // A slot is under way when something of it is stored; what comes before it tries each of the two forms.
    private static Task<long> BusyAsync(string connection) =>
        UntilAsync(() => Database.CountAsync(connection, "syncopate.interval where round > 2"), count => count > 0);
}
