using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The main job with the real tool, real samples and real faults.</summary>
public sealed class RunCommandTests
{
    private static readonly string[] ReportFiles = ["report.html", "report.md", "report.json", "run.jsonl"];

    [Fact]
    public async Task A_run_leaves_a_report_that_can_be_made_again_byte_for_byte()
    {
        using var folder = new RunFolder();

        (int code, string output, string error) = await Tool.RunAsync("run", "cpu-bound", "--quick", "--seed", "7", "--out", folder.Path);
        Dictionary<string, byte[]> first = ReportFiles.ToDictionary(f => f, f => File.ReadAllBytes(Path.Combine(folder.Path, f)));
        (int again, _, _) = await Tool.RunAsync("report", folder.Path);

        Assert.True(code == 0, error);
        Assert.Equal(0, again);
        Assert.Contains("cpu-bound", output, StringComparison.Ordinal);
        Assert.NotEmpty(Directory.GetFiles(folder.Path, "*.hlog"));
        foreach ((string file, byte[] bytes) in first)
            Assert.Equal(bytes, await File.ReadAllBytesAsync(Path.Combine(folder.Path, file), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Json_is_one_document_on_stdout_with_nothing_around_it()
    {
        using var folder = new RunFolder();

        (int code, string output, string error) = await Tool.RunAsync("run", "first-wins", "--quick", "--seed", "7", "--json", "--out", folder.Path);

        Assert.True(code == 0, error);
        using JsonDocument report = JsonDocument.Parse(output);
        JsonElement experiment = Assert.Single(report.RootElement.GetProperty("experiments").EnumerateArray());
        Assert.Equal("first-wins", experiment.GetProperty("id").GetString());
        Assert.Equal(3, experiment.GetProperty("forms").GetArrayLength());
        Assert.DoesNotContain('\u001b', error);
    }

    [Fact]
    public async Task Cancelled_losers_stop_on_the_server_and_others_run_on()
    {
        using var folder = new RunFolder();

        (int code, _, string error) = await Tool.RunAsync("run", "first-wins", "--quick", "--seed", "11", "--out", folder.Path);

        Assert.True(code == 0, error);
        foreach (Slot slot in folder.Slots)
        {
            double started = slot.Counters["requestsStarted"];
            double stopped = slot.Counters["requestsStopped"];
            Assert.Equal(started, stopped + slot.Counters["requestsFinished"]);
            Assert.True(slot.Form == Form.Parallel || stopped == 0, $"{slot.Form}: {stopped} of {started} stopped");
        }

        // Losers finish before they are cancelled when the machine is busy, in one slot more than in another; without cancelling none is stopped.
        List<Slot> cancelling = [.. folder.Slots.Where(s => s.Form == Form.Parallel)];
        double share = cancelling.Sum(s => s.Counters["requestsStopped"]) / cancelling.Sum(s => s.Counters["requestsStarted"]);
        Assert.True(share >= 0.25, $"{share:P0} stopped");
    }

    [Fact]
    public async Task An_unknown_experiment_is_refused_with_the_nearest_name()
    {
        (int code, string output, string error) = await Tool.RunAsync("run", "io-bond");

        Assert.Equal(2, code);
        Assert.Empty(output);
        Assert.Contains("Unknown experiment 'io-bond'. Did you mean io-bound?", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--seed", "seven", "--seed takes a whole number from 0 to 18446744073709551615; found 'seven'")]
    [InlineData("--seed", "-1", "--seed takes a whole number")]
    [InlineData("--port", "70000", "--port takes a whole number from 0 to 65531; found '70000'")]
    public async Task A_bad_number_is_refused_with_what_is_allowed(string option, string value, string message)
    {
        (int code, string output, string error) = await Tool.RunAsync("run", option + "=" + value);

        Assert.Equal(2, code);
        Assert.Empty(output);
        Assert.Contains(message, error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_mistyped_option_is_refused_with_the_nearest_one()
    {
        (int code, string output, string error) = await Tool.RunAsync("run", "--quik");

        Assert.Equal(2, code);
        Assert.Empty(output);
        Assert.Contains("Did you mean --quick?", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_refused_before_anything_starts()
    {
        using var folder = new RunFolder();
        string file = Path.Combine(folder.Path, "file");
        await File.WriteAllTextAsync(file, "", TestContext.Current.CancellationToken);

        (int code, _, string error) = await Tool.RunAsync("run", "--quick", "--out", Path.Combine(file, "below"));

        Assert.Equal(4, code);
        Assert.Contains("Cannot write", error, StringComparison.Ordinal);
        Assert.Contains("Use --out DIR", error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_holds_a_run_is_never_overwritten()
    {
        using var folder = new RunFolder();
        await File.WriteAllTextAsync(folder.Journal, "kept", TestContext.Current.CancellationToken);

        (int code, _, string error) = await Tool.RunAsync("run", "--quick", "--out", folder.Path);

        Assert.Equal(2, code);
        Assert.Contains("already holds a run", error, StringComparison.Ordinal);
        Assert.Equal("kept", folder.Read("run.jsonl"));
    }

    [Fact]
    public async Task A_port_that_is_taken_is_named_with_what_to_do()
    {
        using var folder = new RunFolder();
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        int port = ((IPEndPoint)taken.LocalEndpoint).Port;

        (int code, _, string error) = await Tool.RunAsync("run", "dashboard", "--quick", "--port", $"{port}", "--out", folder.Path);

        Assert.Equal(4, code);
        Assert.Contains($"Port {port} is in use", error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("FeedService.dll", "FeedService")]
    [InlineData("SampleSite.dll", "SampleSite")]
    public async Task A_server_that_is_killed_ends_the_run_and_keeps_its_finished_slots(string program, string name)
    {
        using var folder = new RunFolder();
        await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);

        await folder.SlotsAsync(2);
        Kill(ProcessList.Children(tool.ProcessId, program)[0]);
        int code = await tool.ExitAsync();

        Assert.Equal(4, code);
        Assert.Contains($"error: {name}", tool.Error, StringComparison.Ordinal);
        Assert.Contains("ended while it was needed", tool.Error, StringComparison.Ordinal);
        Assert.True(folder.Slots.Count >= 2);
        Assert.Equal(RunOutcome.TargetFailed, JournalReader.Read(folder.Journal).Records.OfType<RunEnd>().Single().Outcome);
        Assert.Contains("\"partial\": true", folder.Read("report.json"), StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_is_paused_ends_the_run_within_seconds()
    {
        using var folder = new RunFolder();
        await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);

        await folder.SlotsAsync(2);
        using Process stop = Process.Start("kill", ["-STOP", $"{ProcessList.Children(tool.ProcessId, "SampleSite.dll")[0]}"]);
        int code = await tool.ExitAsync();

        Assert.Equal(4, code);
        Assert.Contains("stopped answering its monitor", tool.Error, StringComparison.Ordinal);
        Assert.True(folder.Slots.Count >= 2);
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    public async Task A_stopped_run_keeps_what_it_measured_and_says_so(string signal, int expected)
    {
        using var folder = new RunFolder();
        await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);

        await folder.SlotsAsync(3);
        IReadOnlyList<int> servers = ProcessList.Children(tool.ProcessId, ".dll");
        tool.Signal(signal);
        int code = await tool.ExitAsync();

        Assert.Equal(expected, code);
        Assert.True(folder.Slots.Count >= 3);
        Assert.Contains("report.html", tool.Output, StringComparison.Ordinal);
        Assert.Contains("\"partial\": true", folder.Read("report.json"), StringComparison.Ordinal);
        Assert.NotEmpty(servers);
        Assert.DoesNotContain(servers, ProcessList.Runs);
    }

    [Fact]
    public async Task Nothing_is_left_running_when_the_tool_is_killed()
    {
        using var folder = new RunFolder();
        await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);
        await folder.SlotsAsync(1);
        Process[] servers = [.. ProcessList.Children(tool.ProcessId, ".dll").Select(Process.GetProcessById)];

        Kill(tool.ProcessId);
        await tool.ExitAsync();
        foreach (Process server in servers)
            await server.WaitForExitAsync(TestContext.Current.CancellationToken);
        (int code, _, _) = await Tool.RunAsync("report", folder.Path);

        Assert.True(servers.Length >= 4, $"{servers.Length} servers ran");
        Assert.Equal(0, code);
        Assert.Contains("\"outcome\": \"killed\"", folder.Read("report.json"), StringComparison.Ordinal);
        Assert.Contains("\"partial\": true", folder.Read("report.json"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_damaged_journal_still_gives_a_report_that_names_the_damage()
    {
        using var folder = new RunFolder();
        await using (Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path))
        {
            await folder.SlotsAsync(4);
            tool.Signal("INT");
            await tool.ExitAsync();
        }

        byte[] bytes = await File.ReadAllBytesAsync(folder.Journal, TestContext.Current.CancellationToken);
        bytes[bytes.Length / 2] ^= 0x20;
        await File.WriteAllBytesAsync(folder.Journal, bytes, TestContext.Current.CancellationToken);
        (int code, string output, string error) = await Tool.RunAsync("report", folder.Path);

        Assert.Equal(0, code);
        Assert.Contains("byte", output + error, StringComparison.Ordinal);
        Assert.Contains("\"partial\": true", folder.Read("report.json"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_without_a_run_has_no_report()
    {
        using var folder = new RunFolder();

        (int code, _, string error) = await Tool.RunAsync("report", folder.Path);

        Assert.Equal(4, code);
        Assert.Contains("holds no run.jsonl", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_full_disk_ends_the_run_with_its_finished_slots_and_no_trace()
    {
        using var folder = new RunFolder();
        string disk = Path.Combine(folder.Path, "disk");
        Directory.CreateDirectory(disk);
        Assert.SkipUnless(Mount(disk), "A small disk cannot be mounted here: that needs root on Linux.");
        try
        {
            (int code, _, string error) = await Tool.RunAsync("run", "dashboard", "--quick", "--seed", "3", "--out", Path.Combine(disk, "run"));

            Assert.Equal(4, code);
            Assert.Contains("not durable since", error, StringComparison.Ordinal);
            Assert.Contains("Free there", error, StringComparison.Ordinal);
            Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
            Assert.NotEmpty(JournalReader.Read(Path.Combine(disk, "run", "run.jsonl")).Records.OfType<Slot>());
        }
        finally
        {
            using Process unmount = Process.Start("umount", ["-l", disk]);
            await unmount.WaitForExitAsync(CancellationToken.None);
        }
    }

    [Fact]
    public async Task The_list_names_every_experiment_and_its_published_figures()
    {
        (int code, string output, _) = await Tool.RunAsync("list");

        Assert.Equal(0, code);
        foreach (string id in new[] { "delay", "dashboard", "io-bound", "cpu-bound", "first-wins", "external", "ef", "ef-web", "long-running", "tight-loop", "first-call", "starvation" })
            Assert.Contains(id, output, StringComparison.Ordinal);
        Assert.Contains("sync 2,467 ms", output, StringComparison.Ordinal);
        Assert.Contains("await Task.Run for each: sync 1,000 ms, async 1,150 ms", output, StringComparison.Ordinal);
        Assert.Contains("async over 70 ms, async 45 ms to the first await, async over 900 methods of the framework run", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_servers_write_the_classic_line_of_the_pool_monitor()
    {
        using var folder = new RunFolder();

        (int code, _, string error) = await Tool.RunAsync("run", "cpu-bound", "--quick", "--seed", "7", "--out", folder.Path);

        Assert.True(code == 0, error);
        string log = await File.ReadAllTextAsync(
            Directory.GetFiles(Path.Combine(folder.Path, "logs"), "*SampleSite-sync.log")[0], TestContext.Current.CancellationToken);
        Assert.Matches(@"At \d\d:\d\d:\d\d - # of threads in use is \d+, avail worker: \d+, ports: \d+", log);
    }

    [Fact]
    public async Task Without_a_command_the_tool_says_where_to_start()
    {
        (int code, string output, string error) = await Tool.RunAsync();

        Assert.Equal(0, code);
        Assert.Empty(error);
        Assert.Contains("New here? Start with: syncopate run --quick", output, StringComparison.Ordinal);
        Assert.All(["run", "compare", "load", "watch", "plan", "list", "report", "gate", "history"], command => Assert.Contains($"  syncopate {command} ", output, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--help", "Exit codes: 0 done")]
    [InlineData("--version", "0.1.0")]
    public async Task Help_and_version_go_to_stdout(string option, string expected)
    {
        (int code, string output, string error) = await Tool.RunAsync(option);

        Assert.Equal(0, code);
        Assert.Empty(error);
        Assert.Contains(expected, output, StringComparison.Ordinal);
    }

    private static bool Mount(string folder)
    {
        if (!OperatingSystem.IsLinux() || Environment.UserName != "root")
            return false;
        using Process mount = Process.Start("mount", ["-t", "tmpfs", "-o", "size=32k", "tmpfs", folder]);
        mount.WaitForExit();
        return mount.ExitCode == 0;
    }

    private static void Kill(int id)
    {
        using Process process = Process.GetProcessById(id);
        process.Kill();
    }
}
