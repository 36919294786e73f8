using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Showing;
using Syncopate.Telemetry;
using Syncopate.Texts;
using Syncopate.Units;
using Syncopate.Watch;
using Syncopate.Watch.Jobs;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;
using Syncopate.Weave;

namespace Syncopate.Cli.Watches;

/// <summary><c>syncopate watch [PROCESS]</c>: shows a running .NET process, which needs no change, as it is second by second.</summary>
internal static class WatchCommand
{
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
        WatchStartHost starter = Host(task, mark, terminal);
        await using OpenWatch? open = await OpenWatch.OpenAsync(task.Start, starter, interruption.Token);
        if (open is null)
        {
            terminal.PrintError("watch needs a process, and there is no terminal to choose one in. "
                + "Give the identifier or the name of one in the list.");
            return ExitCode.WrongUsage;
        }

        WatchDisplay display = new(terminal, open.Process.Identity, task.View, TimeProvider.System);
        WatchHost host = new()
        {
            Journal = open.Folder is { } folder ? new WatchJournal(folder) : null,
            Woven = open.Woven,
            Show = record =>
            {
                telemetry?.Take(record);
                display.Show(record);
            },
        };
        WatchEnd end = await new WatchJob(task.Requested, open.Process, host).RunAsync(interruption.Token);
        display.Close();
        return Finish(task, end, (open.Folder, telemetry), interruption, terminal);
    }

    private static WatchStartHost Host(WatchTask task, RunningMark mark, Terminal terminal) => new()
    {
        CreateFolder = () => mark.Mark(OutputFolder.Create(task.Folder, TimeProvider.System.GetLocalNow())),
        WeaveAsync = (command, token) => WeaveAsync(command, terminal, token),
        ChooseAsync = token => ProcessChoice.ChooseAsync(terminal, token),
        Announce = process => Announce(task, process.ToString(), terminal),
        Say = terminal.Say,
    };

    private static async Task<WatchedCopy> WeaveAsync(
        IReadOnlyList<string> command, Terminal terminal, CancellationToken cancellationToken)
    {
        terminal.Error.WriteLine($"Weaving a copy: {WovenProbe.Price}.");
        WovenCopy copy = await WovenCopy.MakeOfCommandAsync(command, cancellationToken);
        terminal.Error.WriteLine(Terminal.Printable(
            FormattableString.Invariant($"Woven: {copy.Methods.Count} async methods in {string.Join(", ", copy.Assemblies)}.")));
        foreach (string note in copy.Notes)
            terminal.Error.WriteLine(Terminal.Printable(note));
        return new WatchedCopy(copy.Command, copy.Methods, copy);
    }

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
