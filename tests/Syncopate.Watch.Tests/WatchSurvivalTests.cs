using System.Diagnostics;
using System.Globalization;
using Syncopate.Running;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Processes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>What can come between a watch and its process.</summary>
[Trait("Judges", "behaviour")]
public sealed class WatchSurvivalTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_paused_process_is_a_gap_and_goes_on_afterwards()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no signal to pause a process.");
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);
        await MomentSearch.FirstAsync(watch, moment => moment.HasData);

        await SignalAsync("STOP", watched.ProcessId);
        WatchSample silent = await MomentSearch.FirstAsync(watch, moment => moment.SilentNanoseconds > 2_000_000_000);
        await SignalAsync("CONT", watched.ProcessId);
        WatchSample again = await MomentSearch.FirstAsync(watch, moment => moment.HasData);

        Assert.Null(silent.Pool);
        Assert.NotNull(again.Pool);
        Assert.True(again.ToNanoseconds > silent.ToNanoseconds);
    }

    [Fact]
    public async Task Several_watchers_see_the_same_process()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await watched.AskAsync("minimum 5");
        await watched.AskAsync("block 3");
        await using ProcessWatch first = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);
        await using ProcessWatch second = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);

        WatchSample[] moments = await Task.WhenAll(
            MomentSearch.FirstAsync(first, moment => moment.Pool is { InUse: 3 }),
            MomentSearch.FirstAsync(second, moment => moment.Pool is { InUse: 3 }));

        Assert.All(moments, moment => Assert.Equal(5, moment.Pool!.Minimum));
    }

    [Fact]
    public async Task A_watcher_that_comes_after_another_has_left_is_told_threads_in_use_too()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await watched.AskAsync("minimum 5");
        await watched.AskAsync("block 3");
        await using (ProcessWatch first = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token))
            await MomentSearch.FirstAsync(first, moment => moment.Pool is { InUse: 3 });

        await using ProcessWatch second = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);

        Assert.Equal(3, (await MomentSearch.FirstAsync(second, moment => moment.Pool?.InUse is not null)).Pool!.InUse);
    }

    [Fact]
    public async Task Without_the_agent_the_counters_are_told_and_threads_in_use_are_not()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions { WithAgent = false }, Token);

        WatchSample moment = await MomentSearch.FirstAsync(watch, m => m.HasData);

        Assert.Null(moment.Pool!.InUse);
        Assert.Empty(moment.Samples);
    }

    [Fact]
    public async Task A_runtime_that_is_too_old_for_the_agent_is_told_what_is_missing()
    {
        string? missing = await WatchAgentEntrance.EnterAsync(new ProcessIdentity(1, "Old", "6.0.36"), Token);

        Assert.Contains("needs .NET 8 in the process, and this is .NET 6.0.36", missing, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("DOTNET_EnableDiagnostics")]
    [InlineData("DOTNET_EnableDiagnostics_IPC")]
    public async Task A_process_whose_diagnostics_are_off_is_refused_with_the_variable_that_says_so(string variable)
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync(["idle"], new Dictionary<string, string> { [variable] = "0", ["DOTNET_EnableDiagnostics_Debugger"] = "0" });

        Assert.Contains($"its diagnostics are switched off ({variable}=0)", await RefusalAsync(watched.ProcessId), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_process_with_another_folder_for_temporary_files_is_watched_like_any_other()
    {
        using TemporaryFolder folder = new();
        await using WatchedProcess watched = await WatchedProcess.StartAsync(["idle"], new Dictionary<string, string> { ["TMPDIR"] = folder.Path });
        Assert.Contains(RunningProcesses.All(), process => process.Id == watched.ProcessId);
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);

        Assert.NotNull((await MomentSearch.FirstAsync(watch, moment => moment.HasData)).Pool);
    }

    [Fact]
    public async Task A_process_without_a_runtime_is_refused_as_such()
    {
        using Process sleep = Process.Start(new ProcessStartInfo("sleep", "120"))!;
        try
        {
            Assert.Contains("it is no .NET process", await RefusalAsync(sleep.Id), StringComparison.Ordinal);
        }
        finally
        {
            sleep.Kill();
        }
    }

    [Fact]
    public async Task A_process_that_is_not_there_is_refused_with_those_that_are()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");

        string message = await RefusalAsync(int.MaxValue);

        Assert.Contains($"There is no process {int.MaxValue}.", message, StringComparison.Ordinal);
        Assert.Contains(".NET processes of this user", message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_that_is_launched_waits_for_its_watcher_and_ends_with_it()
    {
        using TemporaryFolder folder = new();
        LaunchedProgram program = await LaunchedProgram.StartAsync(["dotnet", EndToEnd.Tests.Built.Dll("WatchedProgram"), "launched"], Path.Combine(folder.Path, "program.log"), Token);
        int id = program.ProcessId;
        await using (ProcessWatch watch = await ProcessWatch.OpenAsync(id, new WatchOptions(), Token))
        {
            Assert.Equal("", folder.Read("program.log"));
            program.Resume();

            // The very first work of the program is seen, and by the agent too.
            WatchSample moment = await MomentSearch.FirstAsync(watch, m => m.Pool is { MostInUse: >= 3 });
            Assert.Empty(watch.Missing);
            Assert.NotEmpty(moment.Samples);
        }

        await program.DisposeAsync();
        Assert.Null(RunningProcesses.Identify(id));
    }

    private static async Task<string> RefusalAsync(int processId) =>
        (await Assert.ThrowsAsync<TargetFailedException>(() => ProcessWatch.OpenAsync(processId, new WatchOptions(), Token))).Message;

    private static async Task SignalAsync(string name, int processId)
    {
        using Process kill = Process.Start("kill", ["-" + name, processId.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync(Token);
    }
}
