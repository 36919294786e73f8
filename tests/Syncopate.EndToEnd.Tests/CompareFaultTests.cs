using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>What can come between a comparison and its end, on servers that the tool owns and on one that it does not;
/// and what it refuses.</summary>
[Trait("Judges", "behaviour")]
public sealed class CompareFaultTests
{
    [Fact]
    public async Task Servers_that_the_tool_starts_are_seen_from_inside_and_end_with_an_interrupted_run()
    {
        (int a, int b) = TwoPorts();
        using RunFolder folder = new();
        await using Tool tool = Tool.Start(Launched(a, b, folder));
        await tool.SeeAsync("Round 1:");

        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.Equal(130, code);
        Assert.Contains("Partial:", tool.Output, StringComparison.Ordinal);
        Assert.All(folder.Slots, slot => Assert.NotNull(slot.Target));
        Assert.Null(ListeningProcess.Find(a));
        Assert.Null(ListeningProcess.Find(b));
    }

    [Fact]
    public async Task Servers_that_the_tool_starts_end_when_it_is_killed()
    {
        (int a, int b) = TwoPorts();
        using RunFolder folder = new();
        await using Tool tool = Tool.Start(Launched(a, b, folder));
        await tool.SeeAsync("Warming up");
        using System.Diagnostics.Process server = await ListeningAsync(b);

        tool.Signal("KILL");

        await tool.ExitAsync();
        await server.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Null(ListeningProcess.Find(b));
    }

    [Fact]
    public async Task A_server_that_dies_ends_the_comparison_and_keeps_its_finished_rounds()
    {
        (int a, int b) = TwoPorts();
        using RunFolder folder = new();
        await using Tool tool = Tool.Start(Launched(a, b, folder));
        await tool.SeeAsync("Round 1:");

        using (System.Diagnostics.Process server = await ListeningAsync(b))
            server.Kill();
        int code = await tool.ExitAsync();

        Assert.Equal(4, code);
        Assert.Contains("error: B (process 2) ended while it was needed", tool.Error, StringComparison.Ordinal);
        Assert.True(folder.Slots.Count(s => s.Round == 1) == 3, tool.Error);
    }

    [Fact]
    public async Task A_foreign_server_that_stops_ends_the_comparison_and_keeps_its_finished_rounds()
    {
        await using TwinSite site = await TwinSite.StartAsync();
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("compare", site.Address + "/wait/40", site.Address + "/wait/10", "--users", "4", "--budget", "30s", "--out", folder.Path);
        await tool.SeeAsync("Round 1:");

        await site.StopAsync();
        int code = await tool.ExitAsync();

        Assert.Equal(4, code);
        Assert.Contains(site.Address, tool.Error, StringComparison.Ordinal);
        Assert.Contains(folder.Slots, slot => slot.Round == 1);
        Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_round_of_answers_slower_than_the_whole_budget_is_given_up()
    {
        await using TwinSite site = await TwinSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "compare", site.Address + "/falls-asleep/a", site.Address + "/falls-asleep/b", "--users", "2", "--budget", "10s", "--out", folder.Path);

        Assert.Equal(4, code);
        Assert.Empty(output);
        Assert.Contains("No round was finished within ", error, StringComparison.Ordinal);
        Assert.Contains(folder.Path, error, StringComparison.Ordinal);
        Assert.DoesNotContain("Starting servers.", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/wait/1", "/other", "B answered 200 with 14 bytes; A answered 200 with 4 bytes. Nothing was measured. --allow-different to go on.")]
    [InlineData("/wait/1", "/fails", "B answered 500; A answered 200. Nothing was measured.")]
    [InlineData("/none", "/none", "A answered 404; B answered 404. Nothing was measured.")]
    public async Task Answers_that_differ_or_fail_are_refused(string first, string second, string message)
    {
        await using TwinSite site = await TwinSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync("compare", site.Address + first, site.Address + second, "--out", folder.Path);

        Assert.Equal(4, code);
        Assert.Empty(output);
        Assert.Contains(message, error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, "--allow-host 192.0.2.1", "compare", "http://192.0.2.1/a", "http://192.0.2.1/b")]
    [InlineData(2, "'orders' is not a URL", "compare", "orders", "http://localhost:1/")]
    [InlineData(2, "compare takes two or three URLs; found 1", "compare", "http://localhost:1/")]
    [InlineData(4, "Nothing answers at http://127.0.0.1:1", "compare", "http://127.0.0.1:1/a", "http://127.0.0.1:1/b")]
    [InlineData(4, "'no-such-revision' is neither a folder nor a revision", "compare", "/orders", "--build-a", "no-such-revision", "--build-b", ".")]
    [InlineData(4, "ended with exit code 3; only 0 can be compared. It wrote: broken", "compare", "--exec-a", "true", "--exec-b", "sh -c 'echo broken >&2; exit 3'")]
    [InlineData(4, "Cannot run A, 'no-such-program'", "compare", "--exec-a", "no-such-program", "--exec-b", "true")]
    public async Task What_cannot_be_compared_is_refused_with_the_next_step(int expected, string message, params string[] line)
    {
        using RunFolder folder = new();

        await using Tool tool = Tool.StartIn(folder.Path, [.. line, "--out", Path.Combine(folder.Path, "run")]);
        int code = await tool.ExitAsync();

        Assert.Equal(expected, code);
        Assert.Contains(message, tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
    }

    private static string[] Launched(int a, int b, RunFolder folder) =>
    [
        "compare", $"http://127.0.0.1:{a}/delays/sync?ms=5", $"http://127.0.0.1:{b}/delays/async?ms=5", "--allow-different",
        "--launch-a", $"dotnet {Built.Dll("SampleSite")} --urls http://127.0.0.1:{a}",
        "--launch-b", $"dotnet {Built.Dll("SampleSite")} --urls http://127.0.0.1:{b}",
        "--users", "4", "--budget", "60s", "--out", folder.Path,
    ];

    // The token of a test ends a wait for what never listens.
    private static async Task<System.Diagnostics.Process> ListeningAsync(int port)
    {
        while (true)
        {
            if (ListeningProcess.Find(port) is { } id)
                return System.Diagnostics.Process.GetProcessById(id);
            await Task.Delay(50, TestContext.Current.CancellationToken);
        }
    }

    private static (int A, int B) TwoPorts()
    {
        int a = FreePort.Find();
        int b = FreePort.Find();
        while (b == a)
            b = FreePort.Find();
        return (a, b);
    }
}
