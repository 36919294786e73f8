using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Spectre.Console;
using Syncopate.Experiments;
using Syncopate.Measuring;
using Syncopate.Reporting;

namespace Syncopate.Cli;

/// <summary><c>syncopate run</c>: measures the bundled sample site and leaves a report.</summary>
internal static class RunCommand
{
    public static Command Create(Terminal terminal)
    {
        var options = new RunOptions();
        var command = new Command("run", "Measure the bundled site in its sync, async and parallel forms, and write a report.");
        options.AddTo(command);
        command.SetAction(async (line, _) => await RunAsync(options.Read(line), terminal));
        return command;
    }

    private static async Task<int> RunAsync(RunSettings settings, Terminal terminal)
    {
        Machine machine = MachineReader.Read();
        PrintStart(settings, machine, terminal);
        var clock = new RunClock(TimeProvider.System);
        string folder = OutputFolder.Create(settings.Folder, TimeProvider.System.GetLocalNow());
        using var interruption = new Interruption(terminal);
        var display = new RunProgressDisplay(terminal, [.. settings.Experiments.Select(e => e.Id)], clock);
        var run = new RunContext(JournalWriter.Create(folder), folder, settings.Seed, clock, display);
        run.Journal.Append(Header(settings, machine, clock));
        RunEnd end = await MeasureAsync(settings, run, interruption.Token);
        display.Close();

        ReportDocument report = Reports.Write(folder);
        ResultPrinter.Print(report, folder, settings.Json, terminal);
        if (settings.Open)
            OpenReport(folder);
        if (end.Outcome == RunOutcome.TargetFailed)
            terminal.PrintError(end.Message);
        return end.Outcome switch
        {
            RunOutcome.Finished => ExitCode.Done,
            RunOutcome.Cancelled => interruption.InterruptedExitCode,
            _ => ExitCode.TargetUnusable,
        };
    }

    /// <summary>Measures, and journals how it ended. Only a failing journal and faults of ours escape.</summary>
    private static async Task<RunEnd> MeasureAsync(RunSettings settings, RunContext context, CancellationToken cancellationToken)
    {
        await using RunContext run = context;
        RunEnd end = await OutcomeAsync(settings, run, cancellationToken);
        run.Journal.Append(end);
        return end;
    }

    private static async Task<RunEnd> OutcomeAsync(RunSettings settings, RunContext run, CancellationToken cancellationToken)
    {
        using var servers = new SampleServers(Path.Combine(AppContext.BaseDirectory, "samples"), settings.Port);
        try
        {
            await new BundledRun(run, servers, settings.Mode).RunAsync(settings.Experiments, settings.Databases, cancellationToken);
            return new RunEnd(RunOutcome.Finished, "", run.Clock.ElapsedNanoseconds);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", run.Clock.ElapsedNanoseconds);
        }
        catch (TargetFailedException e)
        {
            return new RunEnd(RunOutcome.TargetFailed, e.Message, run.Clock.ElapsedNanoseconds);
        }
    }

    private static RunHeader Header(RunSettings settings, Machine machine, RunClock clock) => new()
    {
        Schema = JournalReader.Schema,
        ToolVersion = ToolVersion,
        Command = settings.Command,
        Mode = settings.Mode.ToString().ToLowerInvariant(),
        Seed = settings.Seed,
        StartedUtc = clock.UtcNow,
        Machine = machine,
        Experiments = [.. settings.Experiments.Select(e => e.Id)],
    };

    private static string ToolVersion => Assembly.GetExecutingAssembly().GetName().Version?.ToString(3) ?? "0.0.0";

    private static void PrintStart(RunSettings settings, Machine machine, Terminal terminal)
    {
        string load = machine.LoadAverage is { } average ? string.Create(CultureInfo.InvariantCulture, $", load {average:0.0}") : "";
        terminal.Error.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"Syncopate {ToolVersion}: {machine.Runtime}, {machine.Cores} cores, {machine.OperatingSystem}{load}. Seed {settings.Seed}."));
        if (settings.Experiments.Any(e => e.UsesDatabases))
            terminal.Error.WriteLine($"Databases: SQLite in a temporary folder, and {Postgres(settings.Databases)}.");
        if (settings.LeftOut.Count > 0)
            terminal.Error.WriteLine($"Not in a run of this size without names: {string.Join(", ", settings.LeftOut.Select(e => e.Id))}. Run them by name: syncopate run {settings.LeftOut[0].Id}");
        if (machine.LoadAverage > machine.Cores)
            terminal.Error.WriteLine("Warning: the machine is busy. Intervals will be wide, and small differences undecided.");
    }

    private static string Postgres(DatabaseChoice databases) => databases switch
    {
        { Connection: not null } => databases.ToString(),
        { IsAsked: true } => "a PostgreSQL that is started for this run",
        _ => "a PostgreSQL that is started for this run where its programs are here",
    };

    private static void OpenReport(string folder)
    {
        string page = Path.GetFullPath(Path.Combine(folder, "report.html"));
        using Process? _ = Process.Start(new ProcessStartInfo(page) { UseShellExecute = true });
    }
}
