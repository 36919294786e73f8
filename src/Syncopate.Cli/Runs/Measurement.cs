using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Running;
using Syncopate.Running.Servers;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Runs;

/// <summary>What every command does that measures servers in rounds: a folder with its journal, an end in order
/// whatever happens, the report, the exit code.</summary>
/// <param name="Command">The command that repeats it; holds no secret.</param>
/// <param name="Mode">As in <see cref="RunHeader.Mode"/>.</param>
/// <param name="Experiments">Ids of what is asked for.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
internal sealed record Measurement(string Command, string Mode, IReadOnlyList<string> Experiments, ResultSettings Result)
{
    /// <summary>Version of the tool.</summary>
    public static string ToolVersion => Assembly.GetExecutingAssembly().GetName().Version?.ToString(3) ?? "0.0.0";

    /// <summary>True to look, after the rounds, at where each form blocks its threads.</summary>
    public bool Probes { get; init; }

    /// <summary>"Syncopate 0.1.0: .NET 10, 2 cores, ...": the first line of a measurement, on stderr.</summary>
    public string Describe(Machine machine)
    {
        string load = machine.LoadAverage is { } average ? string.Create(CultureInfo.InvariantCulture, $", load {average:0.0}") : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Syncopate {ToolVersion}: {machine.Runtime}, {machine.Cores} cores, {machine.OperatingSystem}{load}. Seed {Result.Seed}.");
    }

    /// <summary>Measures and reports.</summary>
    /// <param name="machine">The machine as it was before.</param>
    /// <param name="terminal">For messages.</param>
    /// <param name="show">Makes the display for the clock of the run.</param>
    /// <param name="measure">The work: throws <see cref="TargetFailedException"/> when a target fails.</param>
    /// <param name="print">Prints the report of a folder on stdout.</param>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(
        Machine machine, Terminal terminal, Func<RunClock, IDisplay> show, Func<RunContext, CancellationToken, Task> measure, Action<ReportDocument, string> print)
    {
        RunClock clock = new(TimeProvider.System);
        string folder = OutputFolder.Create(Result.Folder, TimeProvider.System.GetLocalNow());
        using Interruption interruption = new(terminal);
        IDisplay display = show(clock);
        RunContext run = new(JournalWriter.Create(folder), folder, Result.Seed, clock, display) { Probe = Probes ? ProbeAsync : null };
        run.Journal.Append(Header(machine, clock));
        RunEnd end = await MeasureAsync(run, measure, interruption.Token);
        display.Close();

        ReportDocument report = Reports.Write(folder);
        if (Result.Card)
            Reports.WriteCard(folder, report, terminal);
        print(report, folder);
        if (Result.Open)
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
    private static async Task<RunEnd> MeasureAsync(RunContext context, Func<RunContext, CancellationToken, Task> measure, CancellationToken cancellationToken)
    {
        await using RunContext run = context;
        RunEnd end = await OutcomeAsync(run, measure, cancellationToken);
        run.Journal.Append(end);
        return end;
    }

    private static async Task<RunEnd> OutcomeAsync(RunContext run, Func<RunContext, CancellationToken, Task> measure, CancellationToken cancellationToken)
    {
        try
        {
            await measure(run, cancellationToken);
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

    private static Task<BlockedSites> ProbeAsync(int processId, TimeSpan window, CancellationToken cancellationToken) => BlockingProbe.TakeAsync(processId, window, null, cancellationToken);

    private RunHeader Header(Machine machine, RunClock clock) => new()
    {
        Schema = JournalReader.Schema,
        ToolVersion = ToolVersion,
        Command = Command,
        Mode = Mode,
        Seed = Result.Seed,
        StartedUtc = clock.UtcNow,
        Machine = machine,
        Experiments = Experiments,
    };

    /// <summary>Shows the page of a folder in whatever shows pages here.</summary>
    public static void OpenReport(string folder)
    {
        string page = Path.GetFullPath(Path.Combine(folder, "report.html"));
        using Process? _ = Process.Start(new ProcessStartInfo(page) { UseShellExecute = true });
    }
}
