using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Agents;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Cluster;
using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Reporting.Loads;
using Syncopate.Running;
using Syncopate.Running.Loads;
using Syncopate.Running.Machines;
using Syncopate.Running.Rounds;
using Syncopate.Running.Showing;
using Syncopate.Telemetry;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Loads;

/// <summary><c>syncopate load URL</c>: puts load on one URL and reports what came of it.</summary>
internal static class LoadCommand
{
    public static Command Create(Terminal terminal)
    {
        LoadCommandLine options = new();
        Command command = new(
            "load", "Load one URL (default: 50 users for 10 s), and report throughput, latencies and errors.");
        options.AddTo(command);
        command.SetAction(async (line, _) => await RunAsync(options.Read(line, terminal), terminal));
        return command;
    }

    private static async Task<int> RunAsync(LoadTask task, Terminal terminal)
    {
        using Interruption interruption = new(terminal.Say);
        // Once the load has begun, a stop is its end and is reported.
        return await interruption.RunAsync(() => RunAsync(task, interruption, terminal));
    }

    private static async Task<int> RunAsync(LoadTask task, Interruption interruption, Terminal terminal)
    {
        string made = task.Result.Folder ?? OutputFolder.Default;
        OutputFile.Check("--html", task.Page, made);
        OutputFile.Check("--hlog", task.Log, made);
        if (task.Keep is { } checkedFirst)
            await KeptResults.CheckAsync(checkedFirst);
        Machine machine = MachineReader.Read();
        terminal.Error.WriteLine(
            $"Syncopate {ToolVersion.Text}: {task.Load.Method} {task.Load.Address.Text}, {task.Words}. Ctrl+C keeps what was measured.");
        using RunTelemetry? telemetry = ReportedRun.OpenTelemetry(task.Result.Telemetry, terminal);
        LoadDisplay display = new(terminal, task.Load.Settings.Shape, task.Quiet);
        OpenFleet? fleet = null;
        using RunningMark mark = new(measures: true);
        LoadJob job = new(task.Load, new LoadHost
        {
            Machine = machine,
            CreateFolder = () => mark.Mark(OutputFolder.Create(task.Result.Folder, TimeProvider.System.GetLocalNow())),
            OpenEngine = async (target, token) =>
            {
                fleet = task.Fleet is { } asked
                    ? await OpenFleet.OpenAsync(asked, Plan(task.Load), FleetLine.Host(terminal), token)
                    : null;
                return fleet?.Fleet.OpenEngine(target, task.Load.Settings.Options) ?? OpenEngine(task.Load, target);
            },
            Agents = () => fleet?.Fleet.Parts,
            Attach = (process, token) => AttachAsync(process, terminal, token),
            Appended = telemetry is null ? null : telemetry.Take,
            Show = display.Show,
        });
        RunEnd end = await RunAsync(job, () => fleet, interruption.Token);
        display.Close();

        (LoadReport report, string? fault) = LoadReports.Write(job.Folder);
        telemetry?.Conclude(report.Sentence);
        LoadReports.Print(report, job.Folder, task.Result.Json, terminal);
        bool hasPage = fault is not null || LoadReports.Copied(job.Folder, LoadFolder.Page, task.Page, terminal);
        bool hasLog = fault is not null || LoadReports.Copied(job.Folder, LoadFolder.Log, task.Log, terminal);
        if (task.Result.Open && fault is null)
            ReportedRun.OpenReport(job.Folder, terminal);
        bool isKept = end.Outcome != RunOutcome.Finished || await IsKeptAsync(task.Keep, job.Folder, terminal);
        int code = ExitCodeOf(end, report, interruption, terminal);
        return Reports.Finish(code, fault, hasPage && hasLog && isKept, terminal);
    }

    private static async Task<bool> IsKeptAsync(KeepSettings? keep, string folder, Terminal terminal)
    {
        try
        {
            if (keep is not null)
                await KeptResults.KeepAsync(keep, folder, terminal);
            return true;
        }
        catch (ClusterException e)
        {
            terminal.PrintError(e.Message);
            return false;
        }
    }

    private static async Task<ITargetMonitor> AttachAsync(
        int processId, Terminal terminal, CancellationToken cancellationToken)
    {
        ProcessCounters counters = await ProcessCounters.AttachAsync(processId, cancellationToken);
        if (counters.Missing is { } missing)
            terminal.Error.WriteLine(Terminal.Printable(missing));
        return counters;
    }

    /// <summary>Agents that were gathered for the load are let go when it is over.</summary>
    private static async Task<RunEnd> RunAsync(LoadJob job, Func<OpenFleet?> fleet, CancellationToken cancellationToken)
    {
        try
        {
            return await job.RunAsync(cancellationToken);
        }
        finally
        {
            if (fleet() is { } opened)
                await opened.DisposeAsync();
        }
    }

    private static FleetPlan Plan(RequestedLoad load) =>
        new(load.Settings.Shape, [load.Address.Base], load.Settings.AllowedHosts, OnlyWholeLoads: false);

    private static ILoadEngine OpenEngine(RequestedLoad load, HttpTarget target) => LoadEngine.Open(
        target, load.Settings.Options, scenario: load.Settings.Scenario, followsRedirects: load.Request.FollowsRedirects);

    private static int ExitCodeOf(RunEnd end, LoadReport report, Interruption interruption, Terminal terminal)
    {
        string? conditions = LoadFaults.OfConditions(report);
        if (conditions is not null)
            terminal.PrintError(conditions);
        if (end.Outcome == RunOutcome.TargetFailed)
            terminal.PrintError(end.Message);
        if (end.Outcome != RunOutcome.Finished)
            return RunExit.Of(end.Outcome, interruption.InterruptedExitCode);
        if (conditions is not null)
            return ExitCode.GateFailed;
        if ((LoadFaults.OfAgents(report) ?? LoadFaults.OfAnswers(report)) is not { } fault)
            return ExitCode.Done;
        terminal.PrintError(fault);
        return ExitCode.TargetUnusable;
    }
}
