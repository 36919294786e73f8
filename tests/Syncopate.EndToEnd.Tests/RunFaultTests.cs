using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>What can come between a run and its end: real servers killed, paused or away, the tool stopped or killed, a
/// disk that is full.</summary>
[Trait("Judges", "behaviour")]
public sealed class RunFaultTests(QuickRuns runs)
{
    [Fact]
    public async Task A_port_that_is_taken_is_named_with_what_to_do()
    {
        using RunFolder folder = new();
        using TcpListener taken = new(IPAddress.Loopback, 0);
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
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);

        await folder.SlotsAsync(2, tool);
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
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);

        await folder.SlotsAsync(2, tool);
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
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);

        await folder.SlotsAsync(3, tool);
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
        using RunFolder folder = new();
        await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);
        await folder.SlotsAsync(1, tool);
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
        using RunFolder folder = new();
        (await runs.OfAsync("cpu-bound")).CopyTo(folder.Path);
        byte[] bytes = await File.ReadAllBytesAsync(folder.Journal, TestContext.Current.CancellationToken);
        bytes[bytes.Length / 2] ^= 0x20;
        await File.WriteAllBytesAsync(folder.Journal, bytes, TestContext.Current.CancellationToken);
        (int code, string output, string error) = await Tool.RunAsync("report", folder.Path);

        Assert.Equal(0, code);
        Assert.Contains("byte", output + error, StringComparison.Ordinal);
        Assert.Contains("\"partial\": true", folder.Read("report.json"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_full_disk_ends_the_run_with_its_finished_slots_and_no_trace()
    {
        using RunFolder folder = new();
        Assert.SkipUnless(Mount(folder.Path), "A small disk cannot be mounted here: that needs root on Linux.");
        try
        {
            await using Tool tool = Tool.Start("run", "dashboard", "--quick", "--seed", "3", "--out", folder.Path);
            await folder.SlotsAsync(2, tool);
            Fill(folder.Path);
            int code = await tool.ExitAsync();

            Assert.Equal(4, code);
            Assert.Contains("not durable since", tool.Error, StringComparison.Ordinal);
            Assert.Contains("Free there", tool.Error, StringComparison.Ordinal);
            Assert.DoesNotContain("   at ", tool.Error, StringComparison.Ordinal);
            Assert.True(folder.Slots.Count >= 2);
        }
        finally
        {
            using Process unmount = Process.Start("umount", ["-l", folder.Path]);
            await unmount.WaitForExitAsync(CancellationToken.None);
        }
    }

    // When there are slots, and not before: how much the logs of the servers take until then depends on the machine.
    private static void Fill(string folder)
    {
        using FileStream filler = new(Path.Combine(folder, "filler"), FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        try
        {
            while (true)
                filler.Write(new byte[4096]);
        }
        catch (IOException)
        {
            // It is full.
        }
    }

    private static bool Mount(string folder)
    {
        if (!OperatingSystem.IsLinux() || Environment.UserName != "root")
            return false;
        using Process mount = Process.Start("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]);
        mount.WaitForExit();
        return mount.ExitCode == 0;
    }

    private static void Kill(int id)
    {
        using Process process = Process.GetProcessById(id);
        process.Kill();
    }
}
