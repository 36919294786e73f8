using Npgsql;
using Xunit;
using static Syncopate.Cluster.Tests.Polling;

namespace Syncopate.Cluster.Tests;

/// <summary>What a load sends, header values and bodies, stands nowhere when the load is over, however it ended.</summary>
[Trait("Judges", "behaviour")]
public sealed class AgentSecretTests(Database database)
{
    private const string Canary = "canary-6e31a";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>A conductor that is killed removes nothing: its agents do, when it has not come back.</summary>
    [Theory]
    [InlineData("", 0)]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    [InlineData("KILL", 137)]
    public async Task What_was_sent_is_left_nowhere(string signal, int expected)
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        (string, string)[] join = [("SYNCOPATE_JOIN", owner.ConnectionString)];
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool agent = Tool.StartWith(join, "agent", "--name", "one", "--spool", Path.Combine(folder.Path, "spool"));
        await agent.SeeAsync("'one' has joined.");
        await using Tool load = Tool.StartWith(join, "load", site.Address + "/seen", "--agents", "1", "-H", $"Authorization: {Canary}",
            "--body", Canary, "-c", "2", "-d", signal.Length > 0 ? "50s" : "2s", "--out", Path.Combine(folder.Path, "result"));

        if (signal.Length > 0)
        {
            await load.SeeAsync(" of 50 s");
            load.Signal(signal);
        }

        int code = await load.ExitAsync();
        foreach (string table in new[] { "command", "reply", "interval" })
            await UntilAsync(() => Database.CountAsync(owner.ConnectionString, "syncopate." + table), count => count == 0);

        Assert.True(code == expected, load.Error);
        Assert.Equal($"POST {Canary} {Canary}", site.Seen);
        string line = await File.ReadAllTextAsync($"/proc/{agent.ProcessId}/cmdline", Token);
        string[] told = [load.Output, load.Error, agent.Output, agent.Error, line];
        Assert.All(told, said => Assert.DoesNotContain(Canary, said, StringComparison.Ordinal));
        string[] files = Directory.GetFiles(folder.Path, "*", SearchOption.AllDirectories);
        Assert.Contains(files, file => file.EndsWith("run.jsonl", StringComparison.Ordinal));
        Assert.All(files.Where(file => !file.EndsWith("agent.lock", StringComparison.Ordinal)), file =>
            Assert.DoesNotContain(Canary, File.ReadAllText(file), StringComparison.Ordinal));
    }

    /// <summary>Orders kept the row of an agent that left, and stayed until the next conductor came.</summary>
    [Fact]
    public async Task An_agent_that_is_ended_after_its_conductor_was_killed_leaves_nothing_of_what_was_sent()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        (string, string)[] join = [("SYNCOPATE_JOIN", owner.ConnectionString)];
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool agent = Tool.StartWith(join, "agent", "--name", "one", "--spool", Path.Combine(folder.Path, "spool"));
        await agent.SeeAsync("'one' has joined.");
        await using Tool load = Tool.StartWith(join, "load", site.Address + "/seen", "--agents", "1", "--body", Canary, "-c", "2",
            "-d", "50s", "--out", Path.Combine(folder.Path, "result"));
        await load.SeeAsync(" of 50 s");
        load.Signal("KILL");
        await load.ExitAsync();
        // It says that it is free when its load has ended and it heard of no conductor.
        await UntilAsync(() => Database.CountAsync(owner.ConnectionString, "syncopate.agent where not busy"), count => count > 0);

        agent.Signal("INT");
        await agent.ExitAsync();

        Assert.Equal(0, await Database.CountAsync(owner.ConnectionString, "syncopate.command"));
        Assert.Equal(0, await Database.CountAsync(owner.ConnectionString, "syncopate.agent"));
    }
}
