using System.Text.Json.Nodes;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary><c>load --agents</c> with the real tool: its agents and its database are processes, and so are the faults.</summary>
[Trait("Judges", "behaviour")]
public sealed class LoadAgentsTests
{
    [Theory]
    [InlineData("KILL", "its session ended and did not come back")]
    [InlineData("STOP", "it sent nothing for 4 s, though its session was there")]
    [InlineData("TERM", "the agent was ended")]
    public async Task An_agent_that_dies_or_stands_still_is_named_and_the_others_go_on(string signal, string reason)
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("load", site.Address + "/plain", "--agents", "2", "--rate", "100", "-d", "8s", "--out",
            folder.Path);
        await tool.SeeAsync(" of 8 s");

        int agent = Assert.Single(ProcessList.Children(tool.ProcessId, "--name local-2"));
        Signal(signal, agent);
        int code = await tool.ExitAsync();

        Assert.True(code == 4, tool.Error);
        Assert.Contains($"Agent 'local-2' is missing from a part of the load: {reason}", tool.Error, StringComparison.Ordinal);
        Assert.Contains($"LOST: {reason}", tool.Output, StringComparison.Ordinal);
        JsonNode json = JsonNode.Parse(folder.Read("report.json"))!;
        JsonArray agents = json["agents"]!.AsArray();
        Assert.True((bool)json["partial"]!);
        Assert.Equal([null, reason], agents.Select(a => (string?)a!["missing"]));
        Assert.Equal(400, (long)agents[0]!["count"]!); // The half of 800; the other half is not moved to it.
        Assert.InRange((long)agents[1]!["count"]!, 0, 399);
        Assert.Equal((long)json["count"]!, agents.Sum(a => (long)a!["count"]!));
        // Less was sent than was due, and why is known: that is no fault of a generator.
        Assert.DoesNotContain(json["warnings"]!.AsArray(), doubt => (string?)doubt!["code"] is "rate-law" or "think-law" or "books");
        Assert.Contains(reason, folder.Read("report.html"), StringComparison.Ordinal);
        Assert.Contains(reason, folder.Read("report.md"), StringComparison.Ordinal);
        Assert.Empty(ProcessList.Children(tool.ProcessId, "agent"));
        Assert.False(ProcessList.Runs(agent));
    }

    [Fact]
    public async Task A_conductor_that_is_killed_leaves_no_load_and_a_journal_that_is_reported()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        int[] agents;
        int[] started; // The agents, and the database.
        await using (Tool tool = Tool.Start("load", site.Address + "/plain", "--agents", "2", "-c", "4", "-d", "50s", "--out", folder.Path))
        {
            await tool.SeeAsync(" of 50 s");
            agents = [.. ProcessList.Children(tool.ProcessId, "agent --name")];
            started = [.. ProcessList.Children(tool.ProcessId, "")];
            tool.Signal("KILL");
            await tool.ExitAsync();
            while (started.Any(ProcessList.Runs)) // The test's own limit ends it when they stay.
                await Task.Delay(TimeSpan.FromMilliseconds(50), TestContext.Current.CancellationToken);
        }

        long asked = site.Asked;
        (int code, string output, string error) = await Tool.RunAsync("report", folder.Path);

        Assert.Equal(2, agents.Length);
        Assert.True(started.Length > 2);
        Assert.True(code == 0, error);
        Assert.Contains("Partial", output + error, StringComparison.Ordinal);
        Assert.InRange((long)JsonNode.Parse(folder.Read("report.json"))!["count"]!, 1, asked);
        Assert.Equal(asked, site.Asked);
    }

    [Fact]
    public async Task Ctrl_C_ends_all_and_keeps_what_was_measured()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("load", site.Address + "/plain", "--agents", "2", "-c", "4", "-d", "50s", "--out", folder.Path);
        await tool.SeeAsync(" of 50 s");
        int[] agents = [.. ProcessList.Children(tool.ProcessId, "agent --name")];

        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.Equal(130, code);
        Assert.InRange(site.Asked - (long)JsonNode.Parse(folder.Read("report.json"))!["count"]!, 0,
            4); // What was in flight, one for each user.
        Assert.DoesNotContain(agents, ProcessList.Runs);
    }

    [Theory]
    [InlineData("--agents takes a whole number from 1 to 16", "load", "http://localhost:5/", "--agents", "0")]
    [InlineData("--join says where agents are", "load", "http://localhost:5/", "--join", "Host=localhost")]
    [InlineData("asks for SSL Mode=Disable", "agent", "--join", "Host=db.example.com;SSL Mode=Disable")]
    [InlineData("Say which database brings the machines together", "agent")]
    [InlineData("Say which database brings the machines together", "agents")]
    [InlineData("--name takes 1 to 63 letters", "agent", "--join", "Host=localhost", "--name", "a b")]
    [InlineData("--agents sends load to URLs", "compare", "--exec-a", "true", "--exec-b", "true", "--agents", "2")]
    public async Task A_wrong_line_is_a_sentence_and_exit_code_2(string said, params string[] line)
    {
        (int code, _, string error) = await Tool.RunAsync(line);

        Assert.True(code == 2, error);
        Assert.Contains(said, error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("compare")]
    [InlineData("run")]
    public async Task Ctrl_C_while_agents_are_gathered_ends_all_in_order(string command)
    {
        await using LoadSite site = await LoadSite.StartAsync();
        string[] line = command == "run" ? ["run", "io-bound", "--quick", "--agents", "2"]
            : ["compare", site.Address + "/plain?a", site.Address + "/plain?b", "--agents", "2"];
        await using Tool tool = Tool.Start(line);
        await tool.SeeAsync("Starting a database and 2 agents on this machine.");

        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.True(code == 130, tool.Error);
        Assert.Contains("Stopping. Nothing has been measured yet.", tool.Error, StringComparison.Ordinal);
        Assert.Empty(ProcessList.Children(tool.ProcessId, "agent"));
    }

    /// <summary>It was waited for a minute.</summary>
    [Fact]
    public async Task An_agent_that_was_started_here_and_has_ended_is_not_waited_for()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Tool tool = Tool.Start("load", site.Address + "/plain", "--agents", "2", "-d", "5m");
        int[] agents = [];
        while (agents.Length == 0)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(5), TestContext.Current.CancellationToken);
            agents = [.. ProcessList.Children(tool.ProcessId, "--name local-2")];
        }

        long killed = TimeProvider.System.GetTimestamp();
        Signal("KILL", agents[0]);
        int code = await tool.ExitAsync();

        Assert.True(code == 4, tool.Error);
        Assert.Contains("An agent that was started here has ended: exit code 137", tool.Error, StringComparison.Ordinal);
        Assert.InRange(TimeProvider.System.GetElapsedTime(killed).TotalSeconds, 0, 45);
    }

    [Fact]
    public async Task A_machine_without_PostgreSQL_is_told_what_agents_need()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        await using Tool tool = Tool.StartWith(
            [("SYNCOPATE_POSTGRES", "none")], "load", site.Address + "/plain", "--agents", "2", "-d", "1s");

        int code = await tool.ExitAsync();

        Assert.True(code == 4, tool.Error);
        Assert.Contains("PostgreSQL is not on this machine.", tool.Error, StringComparison.Ordinal);
        Assert.Contains("Or name a database that runs, which agents have joined: --join CONNECTION", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("--postgres", tool.Error, StringComparison.Ordinal);
    }

    private static void Signal(string name, int process)
    {
        using System.Diagnostics.Process kill = System.Diagnostics.Process.Start(
            "kill", ["-" + name, process.ToString(System.Globalization.CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }
}
