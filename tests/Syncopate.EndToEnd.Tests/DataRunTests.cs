using System.Diagnostics;
using System.Text.Json;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Experiments on databases, with the real tool, the real site and real databases.</summary>
[Trait("Judges", "time")]
public sealed class DataRunTests
{
    private static readonly (string, string)[] WithoutPostgres = [(PostgresPrograms.Variable, "none")];

    [Fact]
    public async Task Without_postgresql_a_run_measures_sqlite_and_says_what_it_cannot_tell()
    {
        using RunFolder folder = new();

        await using Tool tool = Tool.StartWith(WithoutPostgres, "run", "ef", "--quick", "--seed", "7", "--out", folder.Path);
        int code = await tool.ExitAsync();
        string first = folder.Read("report.json");
        (int again, _, _) = await Tool.RunAsync("report", folder.Path);

        Assert.True(code == 0, tool.Error);
        Assert.Equal((0, first), (again, folder.Read("report.json")));
        using JsonDocument report = JsonDocument.Parse(first);
        JsonElement group = Assert.Single(report.RootElement.GetProperty("groups").EnumerateArray());
        Assert.Equal(["SQLite"], group.GetProperty("columns").EnumerateArray().Select(c => c.GetString()));
        Assert.Contains("SQLite: synchronous behind an async API", tool.Output, StringComparison.Ordinal);
        Assert.Contains("apt-get install postgresql", first, StringComparison.Ordinal);
        // What a busy machine has no time for is named and not begun.
        Assert.True(report.RootElement.GetProperty("experiments").GetArrayLength() == 10 || first.Contains("rows were not begun", StringComparison.Ordinal));
        // Both forms of a row in one process, the noise form too, and as many rounds as the first look needs unless the
        // machine is too busy for them.
        Assert.DoesNotContain(folder.Slots.GroupBy(s => (s.Experiment, s.Round)), r => r.Select(s => s.Process).Distinct().Count() > 1);
        Assert.True(folder.Slots.Max(s => s.Round) >= 8 || tool.Error.Contains("the machine is busy", StringComparison.Ordinal), $"{folder.Slots.Max(s => s.Round)} rounds");
        Assert.DoesNotContain(folder.Slots, s => s.Counters["commandsPerCall"] < 1 || !(s.Target?.AllocatedBytes > 0));
    }

    [Fact]
    public async Task A_database_server_that_is_killed_ends_the_run_and_keeps_every_finished_round()
    {
        await PostgresAsync();
        using RunFolder folder = new();
        // Not a quick one, which may be over on a busy machine before it comes to this database.
        await using Tool tool = Tool.Start("run", "ef", "--postgres", "--seed", "7", "--out", folder.Path);

        await folder.SlotsAsync(s => s.Experiment.EndsWith("-postgresql", StringComparison.Ordinal), tool);
        int finished = folder.Slots.Count;
        using (Process server = Process.GetProcessById(Assert.Single(ProcessList.Children(tool.ProcessId, "postgres"))))
            server.Kill();
        int code = await tool.ExitAsync();

        Assert.Equal(4, code);
        Assert.Contains("PostgreSQL", tool.Error, StringComparison.Ordinal);
        Assert.Contains("ended while it was needed", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
        Assert.True(folder.Slots.Count >= finished);
        Assert.Contains("\"partial\": true", folder.Read("report.json"), StringComparison.Ordinal);
        // Both databases are in what is kept, and no file of the run holds the password.
        Assert.Contains(folder.Slots, s => s.Experiment.EndsWith("-postgresql", StringComparison.Ordinal));
        Assert.All(Directory.GetFiles(folder.Path, "*", SearchOption.AllDirectories), f => Assert.DoesNotContain("Password=", File.ReadAllText(f), StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task A_connection_that_leads_nowhere_is_told_without_its_password()
    {
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "run", "ef", "--quick", "--postgres", "Host=127.0.0.1;Port=9;Username=me;Password=Cn4ry-Passw0rd", "--seed", "7", "--out", folder.Path);

        Assert.Equal(4, code);
        Assert.Contains("127.0.0.1:9", error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
        Assert.DoesNotContain("Cn4ry", output + error, StringComparison.Ordinal);
        Assert.All(Directory.GetFiles(folder.Path, "*", SearchOption.AllDirectories), f => Assert.DoesNotContain("Cn4ry", File.ReadAllText(f), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("ef")]
    [InlineData("Password=Cn4ry-Passw0rd")]
    [InlineData("Host='Cn4ry-Passw0rd")]
    public async Task What_is_no_connection_string_is_refused_without_printing_it(string text)
    {
        (int code, _, string error) = await Tool.RunAsync("run", "--quick", "--postgres", text);

        Assert.Equal(2, code);
        Assert.Contains("--postgres takes a connection string", error, StringComparison.Ordinal);
        Assert.DoesNotContain("Cn4ry", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Postgresql_that_was_asked_for_and_is_not_here_ends_the_run_with_what_to_do()
    {
        using RunFolder folder = new();

        await using Tool tool = Tool.StartWith(WithoutPostgres, "run", "ef", "--quick", "--postgres", "--out", folder.Path);
        int code = await tool.ExitAsync();

        Assert.Equal(4, code);
        Assert.Contains("PostgreSQL is not on this machine. Install", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_browser_pages_are_compared_and_how_to_get_one_is_said()
    {
        using RunFolder folder = new();
        // Not a quick one, which may be over before it is interrupted, or have no time for a slot on a busy machine.
        await using Tool tool = Tool.StartWith([.. WithoutPostgres, ("SYNCOPATE_CHROMIUM", "none")], "run", "ef-web", "--seed", "7", "--out", folder.Path);

        await folder.SlotsAsync(2, tool);
        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.Equal(130, code);
        Assert.Contains("Install Chromium or Chrome", folder.Read("report.json"), StringComparison.Ordinal);
    }

    private static async Task PostgresAsync() => Assert.SkipWhen(
        await PostgresPrograms.FindAsync(TestContext.Current.CancellationToken) is null, "The PostgreSQL programs are not here. On Debian: apt-get install postgresql");
}
