using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Load;
using Syncopate.Running;
using Syncopate.Running.Loads;
using Syncopate.Running.Rounds;
using Syncopate.Running.Showing;
using Syncopate.Telemetry;
using Syncopate.Texts;
using Syncopate.Units;
using Syncopate.Watch;
using Syncopate.Watch.Jobs;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Reporting;
using Syncopate.Weave;

namespace Syncopate.Cli.Watches;

/// <summary><c>syncopate watch [PROCESS]</c>: shows a running .NET process, which needs no change, as it is second by second.</summary>
internal static class WatchCommand
{
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(3);

    public static Command Create(Terminal terminal)
    {
        WatchCommandLine options = new();
        Command command = new(
            "watch", "Watch a running .NET process, unmodified: pool threads, queue, starvation, blocked calls, requests, processors.");
        options.AddTo(command);
        command.SetAction(async (line, _) => await RunAsync(options.Read(line), terminal));
        return command;
    }

    private static async Task<int> RunAsync(WatchTask task, Terminal terminal)
    {
        using Interruption interruption = new(terminal.Say);
        // Once the watch has begun, a stop is its end and is reported.
        return await interruption.RunAsync(() => RunAsync(task, interruption, terminal));
    }

    private static async Task<int> RunAsync(WatchTask task, Interruption interruption, Terminal terminal)
    {
        using RunTelemetry? telemetry = ReportedRun.OpenTelemetry(task.Telemetry, terminal);
        using RunningMark mark = new(measures: task.Load is not null);
        string? folder = task.IsKept && task.Subject.Launch is not null ? mark.Mark(NewFolder(task)) : null;
        using WovenCopy? copy = task is { Weave: true, Subject.Launch: { } original }
            ? await WeaveAsync(original, terminal, interruption.Token)
            : null;
        await using LaunchedProgram? program = task.Subject.Launch is { } words
            ? await LaunchedProgram.StartAsync(
                copy?.Command ?? words, Path.Combine(folder ?? Path.GetTempPath(), "program.log"), interruption.Token)
            : null;
        if ((program?.ProcessId ?? await ProcessChoice.FindAsync(task.Subject, terminal, interruption.Token)) is not { } processId)
        {
            terminal.PrintError("watch needs a process, and there is no terminal to choose one in. "
                + "Give the identifier or the name of one in the list.");
            return ExitCode.WrongUsage;
        }

        Announce(task, ProcessWatch.Check(processId).ToString(), terminal);
        await using ProcessWatch watch = await AttachAsync(
            processId, new WatchOptions { WithAgent = task.WithAgent, WithAwaits = task.WithAgent }, terminal, interruption.Token);
        if (task.Load is { } load)
            await CheckAsync(load.Address, load.Settings, isStarted: program is not null, interruption.Token);
        folder ??= task.IsKept ? mark.Mark(NewFolder(task)) : null;
        foreach (string missing in watch.Missing)
            terminal.Error.WriteLine(Terminal.Printable(missing));
        await using WovenProbe? woven = copy is null
            ? null
            : await WovenProbe.StartAsync(processId, copy.Methods, TimeProvider.System, interruption.Token);
        program?.Resume();
        WatchDisplay display = new(terminal, watch.Identity, task.View, TimeProvider.System);
        WatchHost host = new()
        {
            Journal = folder is null ? null : new WatchJournal(folder),
            Woven = woven,
            Show = record =>
            {
                telemetry?.Take(record);
                display.Show(record);
            },
        };
        WatchEnd end = await new WatchJob(task.Requested, watch, host).RunAsync(interruption.Token);
        display.Close();
        return Finish(task, end, (folder, telemetry), interruption, terminal);
    }

    // A URL that cannot be loaded is reported before anything is done. A program that was just started does not listen yet.
    private static Task<HttpTarget> CheckAsync(
        LoadAddress address, LoadSettings settings, bool isStarted, CancellationToken cancellationToken) => isStarted
        ? LoadTarget.ResolveAsync(address.Base, settings.AllowedHosts, cancellationToken)
        : LoadTarget.OpenAsync(address, settings, cancellationToken);

    // A busy machine may take half a minute for it, and a paused process never answers.
    private static async Task<ProcessWatch> AttachAsync(
        int processId, WatchOptions options, Terminal terminal, CancellationToken cancellationToken)
    {
        long started = TimeProvider.System.GetTimestamp();
        Task<ProcessWatch> attaching = ProcessWatch.OpenAsync(processId, options, cancellationToken);
        while (await Task.WhenAny(attaching, Task.Delay(Silence, TimeProvider.System, CancellationToken.None)) != attaching)
        {
            TimeSpan waited = TimeProvider.System.GetElapsedTime(started);
            terminal.Error.WriteLine(
                FormattableString.Invariant($"Still attaching after {waited.TotalSeconds:0} s: ")
                    + "the machine is busy, or the process is paused.");
        }

        return await attaching;
    }

    private static async Task<WovenCopy> WeaveAsync(IReadOnlyList<string> command, Terminal terminal, CancellationToken cancellationToken)
    {
        terminal.Error.WriteLine($"Weaving a copy: {WovenProbe.Price}.");
        WovenCopy copy = await WovenCopy.MakeOfCommandAsync(command, cancellationToken);
        terminal.Error.WriteLine(Terminal.Printable(
            FormattableString.Invariant($"Woven: {copy.Methods.Count} async methods in {string.Join(", ", copy.Assemblies)}.")));
        foreach (string note in copy.Notes)
            terminal.Error.WriteLine(Terminal.Printable(note));
        return copy;
    }

    private static string NewFolder(WatchTask task) => OutputFolder.Create(task.Folder, TimeProvider.System.GetLocalNow());

    // Nothing is done to a process before its price is said.
    private static void Announce(WatchTask task, string process, Terminal terminal)
    {
        terminal.Error.WriteLine(
            Terminal.Printable($"Syncopate {ToolVersion.Text}: watching {process}. Ctrl+C ends it and keeps what was seen."));
        terminal.Error.WriteLine($"It costs the process {WatchText.Price}.");
        terminal.Error.WriteLine(
            $"Blocked places are sampled {(task.Where ? "one second in ten" : "when the queue grows")}: {WatchText.WherePrice}.");
        if (task.Async is { } time)
            terminal.Error.WriteLine($"The async timeline takes {DurationText.Of(time)}: {AsyncProbe.Price}.");
        if (task.WhatIfThreads is { } threads)
        {
            terminal.Error.WriteLine($"Its pool gets a minimum of {Counted.Of(threads, "thread")} in "
                + $"{WatchWhatIf.Pairs} turns of {DurationText.Of(WhatIfProbe.Turn)}; the previous minimum is restored.");
        }
    }

    private static int Finish(
        WatchTask task, WatchEnd end, (string? Folder, RunTelemetry? Telemetry) to, Interruption interruption, Terminal terminal)
    {
        string? fault = null;
        if (to.Folder is { } folder)
        {
            (WatchReport report, fault) = WatchReports.Write(folder);
            to.Telemetry?.Conclude(report.Verdict?.Sentence ?? report.Sentence);
            if (task.View == WatchView.Screen)
                WatchReports.Print(report, folder, json: false, terminal);
            else if (fault is null)
                terminal.Error.WriteLine($"Report: {Path.Combine(folder, "report.html")}");
            if (task.Open && fault is null)
                ReportedRun.OpenReport(folder, terminal);
        }

        if (end.Outcome == RunOutcome.TargetFailed)
            terminal.PrintError(end.Message);
        int code = RunExit.Of(end.Outcome, interruption.InterruptedExitCode);
        return Reports.Finish(code, fault, hasOthers: true, terminal);
    }
}
