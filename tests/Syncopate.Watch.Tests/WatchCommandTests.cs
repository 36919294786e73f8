using System.Diagnostics;
using System.Text.Json.Nodes;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary><c>syncopate watch</c> with the real tool on a real process.</summary>
[Trait("Judges", "behaviour")]
public sealed class WatchCommandTests
{
    private static readonly string[] ReportFiles = ["report.html", "report.md", "report.json"];

    [Fact]
    public async Task A_watch_prints_its_price_first_and_leaves_a_report_that_can_be_made_again()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await watched.AskAsync("minimum 4");
        await watched.AskAsync("block 3");
        using TemporaryFolder folder = new();
        string result = Path.Combine(folder.Path, "result");

        await using Tool tool = Tool.Start("watch", Id(watched), "--json", "--out", result);
        await tool.SeeAsync("\"inUse\":3");
        tool.Signal("INT");
        int code = await tool.ExitAsync();
        string[] first = [.. ReportFiles.Select(name => folder.Read($"result/{name}"))];
        (int again, string text, _) = await Tool.RunAsync("report", result);

        Assert.True(code == 130, tool.Error);
        JsonNode[] records = Records(tool.Output);
        Assert.Equal(("watch", "end"), ((string)records[0]["type"]!, (string)records[^1]["type"]!));
        Assert.Contains(records, record => (string)record["type"]! == "moment" && (int?)record["pool"]?["inUse"] == 3);
        Assert.Contains("It costs the process", tool.Error, StringComparison.Ordinal);
        Assert.Equal(0, again);
        Assert.Contains("pool threads", text, StringComparison.Ordinal);
        Assert.Equal(first, ReportFiles.Select(name => folder.Read($"result/{name}")));
    }

    [Fact]
    public async Task The_classic_line_comes_each_second_until_it_is_interrupted()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        await using Tool tool = Tool.Start("watch", Id(watched), "--classic");

        await tool.SeeAsync("# of threads in use is");
        tool.Signal("INT");

        Assert.Equal(130, await tool.ExitAsync());
        Assert.Matches(@"^At \d\d:\d\d:\d\d - # of threads in use is \d+, avail worker: \d+, ports: \d+\n", tool.Output);
    }

    [Fact]
    public async Task A_process_that_ends_ends_the_watch_and_what_was_seen_is_kept()
    {
        WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        using TemporaryFolder folder = new();
        await using Tool tool = Tool.Start("watch", Id(watched), "--out", Path.Combine(folder.Path, "result"));

        await tool.SeeAsync("threads ");
        await watched.DisposeAsync();

        Assert.Equal(4, await tool.ExitAsync());
        Assert.Contains("has ended", tool.Error, StringComparison.Ordinal);
        Assert.Contains("\"targetFailed\"", folder.Read("result/report.json"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_launched_program_that_is_woven_tells_each_call_of_its_async_methods()
    {
        using TemporaryFolder folder = new();
        string result = Path.Combine(folder.Path, "result");

        await using Tool tool = Tool.Start(
            "watch", "--launch", $"dotnet '{Built.Dll("WatchedProgram")}' turning", "--weave", "--json", "--out", result);
        await tool.SeeAsync("Turning.TurnAsync");
        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.True(code == 130, tool.Error);
        Assert.Contains("Weaving a copy", tool.Error, StringComparison.Ordinal);
        JsonNode timeline = Records(tool.Output).Last(record => (string)record["type"]! == "async")["timeline"]!;
        Assert.Equal("woven", (string)timeline["source"]!);
        JsonNode turn = Assert.Single(timeline["methods"]!.AsArray(), method => (string)method!["name"]! == "Turning.TurnAsync")!;
        Assert.True((long)turn["calls"]! >= 1);
        Assert.Equal(0, (double)turn["synchronousShare"]!);
        Assert.True((double)turn["suspendedMilliseconds"]! >= 49);
        Assert.Contains("Turning.TurnAsync", folder.Read("result/report.md"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_burst_that_the_watch_does_not_outlast_is_told_as_not_taken()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        using TemporaryFolder folder = new();

        (int code, _, string error) = await Tool.RunAsync(
            "watch", Id(watched), "--async", "10s", "--duration", "3s", "--out", Path.Combine(folder.Path, "result"));

        Assert.True(code == 0, error);
        Assert.Contains(
            "The watch ended before all events of the timeline had come.", folder.Read("result/report.md"), StringComparison.Ordinal);
    }

    // It was the end of the watch: no verdict, no report, and no end in the records.
    [Fact]
    public async Task A_load_that_times_out_is_a_finding_and_the_watch_ends_in_order()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("silent-http");
        string url = $"http://127.0.0.1:{await watched.AskAsync("port")}/";
        using TemporaryFolder folder = new();
        string result = Path.Combine(folder.Path, "result");

        await using Tool tool = Tool.Start(
            "watch", Id(watched), "--with", url, "-c", "2", "--duration", "10m", "--timeout", "1s", "--json", "--out", result);
        await tool.SeeAsync("\"loadFailure\"");
        await tool.SeeAsync("\"inUse\":");
        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.True(code == 130, tool.Error);
        JsonNode[] records = Records(tool.Output);
        Assert.Equal(("end", "cancelled"), ((string)records[^1]["type"]!, (string)records[^1]["outcome"]!));
        Assert.Contains(records, record => (string)record["type"]! == "loadFailure" && (bool)record["hasBegun"]!);
        string report = folder.Read("result/report.md");
        Assert.Contains("Load ended early: ", report, StringComparison.Ordinal);
        Assert.Contains("The pool did not starve", report, StringComparison.Ordinal);
        Assert.Contains("of timed out", report, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_load_that_never_begins_leaves_what_was_watched_meanwhile()
    {
        using TemporaryFolder folder = new();
        string result = Path.Combine(folder.Path, "result");

        (int code, string output, string error) = await Tool.RunAsync(
            "watch", "--launch", $"dotnet '{Built.Dll("WatchedProgram")}' turning", "--with", "http://127.0.0.1:1/", "--duration", "1s", "--json", "--out", result);

        Assert.True(code == 4, error);
        JsonNode[] records = Records(output);
        Assert.Equal(("end", "targetFailed"), ((string)records[^1]["type"]!, (string)records[^1]["outcome"]!));
        Assert.Contains("Load never began: Nothing answers at http://127.0.0.1:1.", folder.Read("result/report.md"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_price_is_told_of_a_process_that_is_not_there()
    {
        (int code, _, string error) = await Tool.RunAsync("watch", "2147483647");

        Assert.Equal(4, code);
        Assert.Contains("There is no process 2147483647.", error, StringComparison.Ordinal);
        Assert.DoesNotContain("It costs the process", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_process_that_takes_long_to_be_attached_to_is_not_waited_for_in_silence()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no signal to pause a process.");
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        using (Process stop = Process.Start("kill", ["-STOP", Id(watched)]))
            await stop.WaitForExitAsync(TestContext.Current.CancellationToken);

        await using Tool tool = Tool.Start("watch", Id(watched), "--duration", "1s", "--classic");

        await tool.SeeAsync("Still attaching after ");
    }

    private static JsonNode[] Records(string output) =>
        [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonNode.Parse(line)!)];

    private static string Id(WatchedProcess watched) => watched.ProcessId.ToString(System.Globalization.CultureInfo.InvariantCulture);
}
