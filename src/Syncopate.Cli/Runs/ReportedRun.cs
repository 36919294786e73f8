using System.ComponentModel;
using System.Diagnostics;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Loads;
using Syncopate.Journaling;
using Syncopate.Reporting;
using Syncopate.Reporting.Sentences;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Running.Showing;
using Syncopate.Telemetry;
using Syncopate.Texts;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Runs;

/// <summary>What every command does that measures servers in rounds: a folder, the measurement, the report, the exit code.</summary>
/// <param name="Command">The command that repeats it; holds no secret.</param>
/// <param name="Mode">As in <see cref="RunHeader.Mode"/>.</param>
/// <param name="Experiments">Ids of what is asked for.</param>
/// <param name="Result">Seed, folder, and how the result is shown.</param>
internal sealed record ReportedRun(string Command, string Mode, IReadOnlyList<string> Experiments, ResultSettings Result)
{
    /// <summary>True to look, after the rounds, at where each form blocks its threads.</summary>
    public bool Probes { get; init; }

    /// <summary>The agents that send the load; null for this process alone.</summary>
    public ClusterFleet? Fleet { get; init; }

    /// <summary>Where the result is kept beside its folder; null for nowhere.</summary>
    public KeepSettings? Keep { get; init; }

    /// <summary>The run that goes on; null for a new one.</summary>
    public ResumableRun? Resumed { get; init; }

    /// <summary>Says on stderr what begins, or goes on, and where.</summary>
    public void SayStart(Machine machine, Terminal terminal)
    {
        MachineLines.Say(machine, ToolVersion.Text, Result.Seed, terminal.Say);
        if (Resumed is { Folder: var folder, Earlier: var earlier })
        {
            terminal.Say(FormattableString.Invariant(
                $"Going on with '{folder}' after {Counted.Of(earlier.Slots.Count, "slot")} and {earlier.Elapsed.TotalSeconds:0} s of it."));
        }
    }

    /// <summary>Measures and reports.</summary>
    /// <param name="machine">The machine as it was before.</param>
    /// <param name="terminal">For messages.</param>
    /// <param name="show">Makes the display for the clock of the run.</param>
    /// <param name="measure">The work: throws <see cref="TargetFailedException"/> when a target fails.</param>
    /// <param name="print">Prints the report of a folder on stdout.</param>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(
        Machine machine, Terminal terminal, Func<RunClock, IDisplay> show, Func<RunContext, CancellationToken, Task> measure,
        Action<ReportDocument, string> print)
    {
        if (Keep is { } checkedFirst)
            await KeptResults.CheckAsync(checkedFirst);
        RunClock clock = new(TimeProvider.System);
        using RunTelemetry? telemetry = OpenTelemetry(Result.Telemetry, terminal);
        bool isFollowed = Environment.GetEnvironmentVariable(LiveFeed.Variable) == "1";
        string folder = Resumed?.Folder ?? OutputFolder.Create(Result.Folder, TimeProvider.System.GetLocalNow());
        using RunningMark mark = new(measures: true);
        if (!isFollowed && Resumed is null)
            mark.Mark(folder);
        using Interruption interruption = new(terminal.Say);
        IDisplay display = show(clock);
        await using LiveFeed? feed = isFollowed ? new LiveFeed(folder, clock, ProgressText.Verdict) : null;
        IProgress<RunProgress> progress = feed is null ? display : new BothProgress(display, feed);
        CancellationToken asked = feed?.Stopped ?? CancellationToken.None;
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(interruption.Token, asked);
        // A trace of its own for each sitting, which begins with what the journal has already.
        foreach (JournalRecord record in Resumed?.Earlier.Described ?? [])
            telemetry?.Take(record);
        RunEnd end = await EndAsync(
            Job(machine, telemetry).RunAsync(folder, clock, (progress, feed), measure, stop.Token), folder);
        display.Close();

        (ReportDocument report, string? fault) = Reports.Write(folder);
        telemetry?.Conclude(report);
        print(report, folder);
        bool hasCard = !Result.Card || Reports.WriteCard(folder, report, terminal);
        if (Result.Open && fault is null)
            OpenReport(folder, terminal);
        if (end.Outcome == RunOutcome.TargetFailed)
            terminal.PrintError(end.Message);
        int code = Reports.Finish(RunExit.Of(end.Outcome, interruption.InterruptedExitCode), fault, hasCard, terminal);
        if (Keep is { } keep && end.Outcome == RunOutcome.Finished)
            await KeptResults.KeepAsync(keep, folder, terminal);
        if (end.Outcome == RunOutcome.Cancelled && GoesOnBy(folder) is { } line)
            terminal.Say($"To go on with it: {line}"); // The last line: what was said before scrolls away.
        return code;
    }

    /// <summary>The command that goes on with the run of a folder; null where none can.</summary>
    private string? GoesOnBy(string folder)
    {
        string command = ShellWord.Split(Command)[1];
        return ResumableRun.CanGoOn(Command) ? ResumableRun.LineOf(command, folder) : null;
    }

    /// <summary>A journal that cannot be written any more, as on a full disk, ends a run that can go on later.</summary>
    private async Task<RunEnd> EndAsync(Task<RunEnd> run, string folder)
    {
        try
        {
            return await run;
        }
        catch (JournalException e) when (GoesOnBy(folder) is { } line)
        {
            throw new JournalException($"{e.Message} To go on with it: {line}", e);
        }
    }

    private RunJob Job(Machine machine, RunTelemetry? telemetry) => new(
        new RunIdentity(Command, Mode, Experiments, Result.Seed, machine))
    {
        Probe = Probes ? ProbeAsync : null,
        Earlier = Resumed?.Earlier,
        OpenJournal = Resumed is { } resumed ? _ => Continued(resumed) : JournalWriter.Create,
        OpenAgents = Fleet is { } fleet ? fleet.OpenEngine : null,
        Agents = Fleet is { } sending ? () => sending.Parts : null,
        Appended = telemetry is null ? null : telemetry.Take,
    };

    private static JournalWriter Continued(ResumableRun run)
    {
        JournalWriter journal = run.Open();
        Reports.Remove(run.Folder);
        return journal;
    }

    private static Task<BlockedSites> ProbeAsync(int processId, TimeSpan window, CancellationToken cancellationToken) =>
        BlockingProbe.TakeAsync(processId, window, null, cancellationToken);

    /// <summary>Opens what figures go to beside the journal; null for nothing.</summary>
    /// <exception cref="UnusableException">The port cannot be listened on.</exception>
    public static RunTelemetry? OpenTelemetry(TelemetrySettings settings, Terminal terminal)
    {
        try
        {
            return RunTelemetry.Open(settings, ToolVersion.Text, terminal.Say);
        }
        catch (TelemetryException e)
        {
            throw new UnusableException(e.Message);
        }
    }

    /// <summary>Shows the page of a folder in whatever shows pages here; says where it is where nothing does.</summary>
    public static void OpenReport(string folder, Terminal terminal)
    {
        string page = Path.GetFullPath(Path.Combine(folder, "report.html"));
        try
        {
            using Process? _ = Process.Start(new ProcessStartInfo(page) { UseShellExecute = true });
        }
        catch (Win32Exception e)
        {
            terminal.Say($"No program here opens pages: {e.Message.TrimEnd('.')}. The report is {page}");
        }
    }
}
