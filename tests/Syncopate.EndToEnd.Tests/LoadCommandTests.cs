using System.Diagnostics;
using System.Text.Json.Nodes;
using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Running.Servers;
using Syncopate.Tests.Measuring;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary><c>syncopate load</c> with the real tool on a real server.</summary>
[Trait("Judges", "behaviour")]
public sealed class LoadCommandTests
{
    private const string Canary = "canary-5f1c9";
    private static readonly string[] ReportFiles = ["report.html", "report.md", "report.json", "load.hlog"];

    [Fact]
    public async Task Every_request_arrives_and_every_figure_comes_from_the_journal()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync("load", site.Address + "/plain", "-n", "2000", "-c", "5", "--json",
            "--out", folder.Path);

        Assert.True(code == 0, error);
        JsonNode json = JsonNode.Parse(output)!;
        IntervalRecord[] intervals = [.. JournalReader.Read(folder.Journal).Records.OfType<IntervalRecord>()];
        Histogram latencies = new();
        foreach (IntervalRecord interval in intervals)
            latencies.Add(HistogramCodec.Decode(interval.Histogram));
        Assert.Equal(2000, site.Asked);
        Assert.Equal((2000, 0), ((long)json["count"]!, (long)json["errors"]!));
        Assert.Equal(latencies.TotalCount, (long)json["count"]!);
        Assert.Equal(intervals.Sum(i => i.LatencySumNanoseconds) / 2000 / 1e6, (double)json["mean"]!, 1e-9);
        Assert.Equal(latencies.ValueAtQuantile(0.5) / 1e6, (double)json["p50"]!);
        Assert.Equal(latencies.ValueAtQuantile(0.99) / 1e6, (double)json["p99"]!);
        Assert.Equal(latencies.Maximum / 1e6, (double)json["max"]!);
        Assert.Equal(2000 / (intervals[^1].ToNanoseconds / 1e9), (double)json["requestsPerSecond"]!, 1e-6);
        Assert.Equal(intervals.Sum(i => i.BodyBytes), (long)json["bytes"]!["bodies"]!);
        Assert.Equal(2000 * 13, (long)json["bytes"]!["bodies"]!);
        Assert.DoesNotContain('\u001b', error);
    }

    [Fact]
    public async Task The_report_is_made_again_byte_for_byte()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync("load", site.Address + "/plain", "-n", "200", "-c", "5", "--out",
            folder.Path);
        string[] first = [.. ReportFiles.Select(folder.Read)];
        (int again, _, _) = await Tool.RunAsync("report", folder.Path);

        Assert.True(code == 0, error);
        Assert.Equal(0, again);
        Assert.Equal(first, ReportFiles.Select(folder.Read));
        Assert.Contains("requests/s", output, StringComparison.Ordinal);
        Assert.Contains("corrected", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Another_tool_reads_the_histogram_log()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        string log = Path.Combine(folder.Path, "copy.hlog");
        string page = Path.Combine(folder.Path, "copy.html");

        (int code, _, string error) = await Tool.RunAsync("load", site.Address + "/plain", "--rate", "200", "-d", "1500ms", "--hlog",
            log, "--html", page, "--out", Path.Combine(folder.Path, "run"));

        Assert.True(code == 0, error);
        Assert.Contains("Content-Security-Policy", await File.ReadAllTextAsync(page, TestContext.Current.CancellationToken),
            StringComparison.Ordinal);
        List<JsonNode> read = await HistogramReference.AskAsync<JsonNode>(
            [new { ReadLog = await File.ReadAllTextAsync(log, TestContext.Current.CancellationToken) }],
                TestContext.Current.CancellationToken);
        JsonArray entries = read[0]["entries"]!.AsArray();
        Assert.Equal(300, entries.Where(e => (string?)e!["tag"] is null or "NO TAG").Sum(e => (long)e!["figures"]!["count"]!));
        Assert.Equal(300, entries.Where(e => (string?)e!["tag"] == "service").Sum(e => (long)e!["figures"]!["count"]!));
    }

    [Fact]
    public async Task The_slowest_requests_are_named_by_the_traces_that_their_server_saw()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "load", site.Address + "/sometimes-slow", "-n", "200", "-c", "1", "--traceparent", "--out", folder.Path);

        Assert.True(code == 0, error);
        JsonArray slowest = JsonNode.Parse(folder.Read("report.json"))!["slowest"]!.AsArray();
        Assert.Equal(4, site.Slow.Count);
        Assert.Equal(slowest.OrderByDescending(slow => (double)slow!["milliseconds"]!), slowest);
        foreach (var (trace, held) in site.Slow)
        {
            // A stall may have made others slower still: the ten slowest are reported.
            JsonNode slow = Assert.Single(slowest, slow => (string)slow!["traceId"]! == trace)!;
            Assert.InRange((double)slow["milliseconds"]!, held.TotalMilliseconds, 60_000);
        }

        foreach (string trace in site.Slow.Keys)
        {
            Assert.Contains(trace, output, StringComparison.Ordinal);
            Assert.Contains($"<code>{trace}</code>", folder.Read("report.html"), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_condition_that_comes_true_is_exit_code_3_with_the_reason()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "load", site.Address + "/broken", "-n", "50", "-c", "5", "--fail-if", "errors > 0.1%", "--fail-if", "count > 9", "--out",
                folder.Path);

        Assert.Equal(3, code);
        Assert.Contains("1 of 2 conditions of --fail-if came true: errors 100% (limit 0.1%)", error, StringComparison.Ordinal);
        Assert.Contains("50  status 503", output, StringComparison.Ordinal);
    }

    /// <summary>On a machine without a desktop it was an internal fault after the load, and its result was not stored.</summary>
    [Fact]
    public async Task Where_no_program_opens_pages_a_load_says_so_and_is_done()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "xdg-open is a program of Linux.");
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();
        await using Tool tool = Tool.StartWith(
            [("PATH", folder.Path)], "load", site.Address + "/plain", "-n", "5", "-c", "1", "--open", "--out", folder.Path);

        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        Assert.Contains("No program here opens pages: ", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(4, "/nowhere")]
    [InlineData(4, "/nowhere", "--fail-if", "errors > 100%")]
    [InlineData(3, "/nowhere", "--fail-if", "errors > 1%")]
    [InlineData(3, "/nowhere", "--fail-if", "p99 > 9s")]
    public async Task A_load_that_not_one_request_survived_is_no_success(int expected, string path, params string[] conditions)
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(["load", site.Address + path, "-n", "20", "-c", "5", .. conditions,
            "--out", folder.Path]);

        Assert.Equal(expected, code);
        Assert.Contains("20  status 404", output, StringComparison.Ordinal);
        Assert.Equal(expected == 4, error.Contains($"No request to {site.Address}/nowhere succeeded; most failed with: "
            + $"status 404.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(2, "--allow-host example.com", "http://example.com/")]
    [InlineData(2, "is not a URL", "orders")]
    [InlineData(2, "--fail-if", "http://localhost:1/", "--fail-if", "p99 is high")]
    [InlineData(2, "Cannot send the header \"traceparent\"", "http://localhost:1/", "--traceparent", "-H", "traceparent: 00-1-2-01")]
    [InlineData(2, "say which to watch", "http://localhost:1/", "--fail-if", "threads > 5")]
    [InlineData(2, "queue is a figure of the server's process", "http://localhost:1/", "--fail-if", "queue > 5")]
    [InlineData(2, "on this machine", "http://example.com/", "--launch", "true", "--allow-host", "example.com")]
    [InlineData(4, "Nothing answers at http://localhost:1", "http://localhost:1/")]
    [InlineData(4, "No such host", "http://nobody.invalid/", "--allow-host", "nobody.invalid")]
    [InlineData(4, "it did not start", "http://localhost:1/", "--launch", "false")]
    public async Task What_cannot_be_done_is_told_and_nothing_is_left(int expected, string message, params string[] line)
    {
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(["load", .. line, "--out", Path.Combine(folder.Path, "run")]);

        Assert.Equal(expected, code);
        Assert.Contains(message, error, StringComparison.OrdinalIgnoreCase);
        Assert.Equal("", output);
        Assert.False(File.Exists(Path.Combine(folder.Path, "run", "run.jsonl")));
    }

    [Theory]
    [InlineData(2, "takes statuses from 200 to 599", "--expect", "99")]
    [InlineData(2, "--scenario excludes", "--scenario", "none.json", "--expect", "302")]
    [InlineData(2, "from 0ms to 24h; found 'soon'", "--keep-going", "soon")]
    [InlineData(4, "does not speak HTTP/2: not one request was understood. Leave --http2 out", "--http2", "-n", "5")]
    [InlineData(0, "", "--expect", "503", "-n", "5")]
    public async Task What_a_good_answer_is_can_be_said(int expected, string message, params string[] line)
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, _, string error) = await Tool.RunAsync(["load", site.Address + "/broken", .. line, "--out", folder.Path]);

        Assert.Equal(expected, code);
        Assert.Contains(message, error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task More_users_than_this_process_may_have_connections_are_refused_before_anything_is_sent()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        string line = $"ulimit -n 256 && exec dotnet '{Built.Dll("Syncopate.Cli")}' load {site.Address}/plain -c 3000 -d 1s";
        ProcessStartInfo start = new("/bin/sh", ["-c", line]) { RedirectStandardError = true, RedirectStandardOutput = true };
        using Process shell = Process.Start(start)!; // No shell of the system starts it, so there is a process.

        string error = await shell.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await shell.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(2, shell.ExitCode);
        Assert.Contains("3000 users need a connection each, and this process may have 156 open. Use fewer users, or allow more open "
            + "files: ulimit -n 4000", error, StringComparison.Ordinal);
        Assert.Equal(0, site.Asked);
    }

    [Fact]
    public async Task Https_to_an_http_port_and_a_process_that_is_none_are_told()
    {
        await using LoadSite site = await LoadSite.StartAsync();

        (int tls, _, string tlsError) = await Tool.RunAsync("load", site.Address.Replace("http:", "https:", StringComparison.Ordinal));
        (int none, _, string noneError) = await Tool.RunAsync("load", site.Address, "--pid", "2147483646");

        Assert.Equal((4, 4), (tls, none));
        Assert.Contains("does not speak https. Try http://127.0.0.1:", tlsError, StringComparison.Ordinal);
        Assert.Contains("There is no process 2147483646", noneError, StringComparison.Ordinal);
        Assert.Equal(0, site.Asked);
    }

    [Fact]
    public async Task Interrupted_it_keeps_what_was_measured_and_says_partial()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        int code = await EndedByAsync("INT", site, folder);

        Assert.Equal(130, code);
        JsonNode json = JsonNode.Parse(folder.Read("report.json"))!;
        Assert.True((bool)json["partial"]!);
        Assert.Equal("cancelled", (string?)json["run"]!["outcome"]);
        Assert.InRange((long)json["count"]!, 1, site.Asked);
    }

    [Fact]
    public async Task A_terminal_that_is_closed_ends_it_in_order()
    {
        // Under nohup, which outlives its terminal, so do these tests and the tool.
        Assert.SkipWhen(IgnoresHangup(), "These tests ignore the end of a terminal, and so does what they start.");
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        int code = await EndedByAsync("HUP", site, folder);

        Assert.Equal(143, code);
        JsonNode json = JsonNode.Parse(folder.Read("report.json"))!;
        Assert.Equal("cancelled", (string?)json["run"]!["outcome"]);
    }

    [Fact]
    public async Task Killed_it_keeps_every_finished_interval()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        await EndedByAsync("KILL", site, folder);
        (int code, string output, string error) = await Tool.RunAsync("report", folder.Path, "--json");

        Assert.True(code == 0, error);
        JsonNode json = JsonNode.Parse(output)!;
        Assert.True((bool)json["partial"]!);
        Assert.Equal("killed", (string?)json["run"]!["outcome"]);
        Assert.InRange((long)json["count"]!, 1, site.Asked);
    }

    [Fact]
    public async Task Out_of_memory_it_says_so_and_the_journal_is_whole()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        // 8 MiB of heap: enough to start; the report of a load needs more. Where a collection comes just in time, it does not.
        await using Tool tool = Tool.StartWith([("DOTNET_GCHeapHardLimit", "0x800000")], "load", site.Address + "/plain", "-d", "1s",
            "-c", "500", "--out", folder.Path);
        int code = await tool.ExitAsync();

        Assert.True(code == 0 || (code == 4
            && tool.Error.Contains("ran out of memory", StringComparison.Ordinal)), $"{code}: {tool.Error}");
        Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
        JournalReading journal = JournalReader.Read(folder.Journal);
        Assert.Empty(journal.Damage);
        Assert.Contains(journal.Records, record => record is LoadDescription);
    }

    [Fact]
    public async Task Headers_and_bodies_reach_the_server_and_nothing_else()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "load", site.Address + "/seen", "-n", "5", "-c", "1", "-H", $"Authorization: Bearer {Canary}", "--body", $"body-{Canary}",
                "--out", folder.Path);

        Assert.True(code == 0, error);
        Assert.Equal($"POST Bearer {Canary} body-{Canary}", site.Seen);
        Assert.DoesNotContain(Canary, output + error, StringComparison.Ordinal);
        foreach (string file in Directory.GetFiles(folder.Path))
        {
            string text = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
            Assert.DoesNotContain(Canary, text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task What_a_server_writes_does_not_reach_the_terminal_raw()
    {
        using RunFolder folder = new();

        (int code, _, string error) = await Tool.RunAsync("load", "http://localhost:1/", "--launch",
            "sh -c \"printf '\\\\033[31mred\\\\007'; exit 3\"", "--out", folder.Path);

        Assert.Equal(4, code);
        Assert.Contains("exit code 3", error, StringComparison.Ordinal);
        Assert.Contains("[31mred", error, StringComparison.Ordinal);
        Assert.DoesNotContain(error, c => char.IsControl(c) && c != '\n');
    }

    [Fact]
    public async Task A_server_that_is_started_is_watched_and_ended()
    {
        using RunFolder folder = new();
        int port = FreePort.Find();
        string address = $"http://127.0.0.1:{port}";

        (int code, string output, string error) = await Tool.RunAsync(
            "load", address + "/health", "-c", "4", "-d", "2s", "--launch", $"dotnet '{Built.Dll("FeedService")}' --urls {address}",
                "--json", "--out", folder.Path);

        Assert.True(code == 0, error);
        AssertWatched(JsonNode.Parse(output)!);
        Assert.Null(ListeningProcess.Find(port));
    }

    [Fact]
    public async Task A_running_process_is_watched_from_outside()
    {
        await using RunningSample site = await RunningSample.StartAsync("FeedService");
        using RunFolder folder = new();
        Uri address = new(site.Client.BaseAddress!, "/health");

        (int code, string output, string error) = await Tool.RunAsync(
            "load", address.AbsoluteUri, "-c", "4", "-d", "2s", "--pid", $"{site.ProcessId}", "--json", "--out", folder.Path);

        Assert.True(code == 0, error);
        AssertWatched(JsonNode.Parse(output)!);
    }

    /// <summary>Ends a load by a signal once its first interval is on the disk, which it is before it is shown.</summary>
    private static async Task<int> EndedByAsync(string signal, LoadSite site, RunFolder folder)
    {
        await using Tool tool = Tool.Start("load", site.Address + "/plain", "-c", "2", "-d", "10m", "--out", folder.Path);
        await tool.SeeAsync("in flight");
        tool.Signal(signal);
        return await tool.ExitAsync();
    }

    private static void AssertWatched(JsonNode json)
    {
        Assert.InRange((long)json["threads"]!, 1, 1_000);
        Assert.InRange((double)json["cpuPerRequest"]!, 1e-4, 1_000);
        Assert.InRange((double)json["bytesPerRequest"]!, 1, 10e6);
        Assert.InRange((double)json["process"]!["cores"]!, 1e-4, Environment.ProcessorCount + 1);
        Assert.Contains(json["intervals"]!.AsArray(), interval => (long?)interval!["threads"] > 0);
    }

    // The lowest bit of the mask is that of SIGHUP.
    private static bool IgnoresHangup() => "13579bdf".Contains(
        File.ReadLines("/proc/self/status").First(line => line.StartsWith("SigIgn:", StringComparison.Ordinal))[^1]);
}
