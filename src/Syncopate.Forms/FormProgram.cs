using Syncopate.Calling;
using Syncopate.Children;
using Syncopate.Judging;
using Syncopate.Lines;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Syncopate.Reporting.Sentences;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Rounds;
using Syncopate.Running.Showing;

namespace Syncopate;

/// <summary>A program that compares forms of its own: the one that measures, or a child that has one of them.</summary>
/// <param name="comparison">What is compared.</param>
internal sealed class FormProgram(OwnComparison comparison)
{
    /// <summary>How a user types the program; null to take it from the process.</summary>
    public string? Typed { get; init; }

    /// <summary>A verdict in words, for the page of <c>serve</c> where that started the program; null, the default, for a program that no
    /// page starts.</summary>
    public Func<RoundStanding, Decision, string>? Verdict { get; init; }

    /// <summary>Runs it.</summary>
    /// <param name="args">Of the program.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(string[] args, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(args);
        if (FormAddress.OfThisProcess is { } address)
        {
            // A program may compare several things, one after the other; a child is there for one of them.
            return address.Site == comparison.Site ? await ServeAsync(address).ConfigureAwait(false) : RunExit.Done;
        }

        try
        {
            FormsLine line = FormsLine.Read(args, comparison.Settings, comparison.Refused).WithSeed();
            if (line.WantsHelp)
            {
                await Console.Out.WriteLineAsync(FormsLine.Help(comparison.Title, comparison.Labels)).ConfigureAwait(false);
                return RunExit.Done;
            }

            comparison.Check();
            return await MeasureAsync(line, FormCommand.OfThisProgram(Typed, line.Words(args)), cancellationToken).ConfigureAwait(false);
        }
        catch (FormsFault e)
        {
            await Console.Error.WriteLineAsync($"error: {e.Message}").ConfigureAwait(false);
            return RunExit.WrongUsage;
        }
        catch (Exception e) when (e is Journaling.JournalException or IOException or UnauthorizedAccessException)
        {
            await Console.Error.WriteLineAsync($"error: {e.Message}").ConfigureAwait(false);
            return RunExit.TargetUnusable;
        }
    }

    private async Task<int> ServeAsync(FormAddress address)
    {
        try
        {
            // Where the runtime takes start-up hooks the monitor is inside already, and this does nothing; a program that
            // is meant to be compiled ahead of time, as single files are unless they say otherwise, takes none.
            StartupHook.Initialize();
            await comparison.ServeAsync(address).ConfigureAwait(false);
            return RunExit.Done;
        }
        catch (FormsException e)
        {
            await Console.Error.WriteLineAsync(FormAddress.FailureMark + e.Message.ReplaceLineEndings(" ")).ConfigureAwait(false);
            return RunExit.TargetUnusable;
        }
    }

    private async Task<int> MeasureAsync(FormsLine line, FormCommand command, CancellationToken cancellationToken)
    {
        FormSettings settings = line.Settings;
        FormsOutput output = new(settings.Json, comparison.Piece);
        using Interruption interruption = new(FormsOutput.Say, cancellationToken: cancellationToken);
        Machine machine = MachineReader.Read();
        MachineLines.Say(machine, ToolVersion.Text, settings.Seed ?? 0, FormsOutput.Say);
        using RunningMark mark = new(measures: true);
        string folder = CreateFolder(settings.Folder);
        OwnRows rows = (comparison with { Settings = settings }).Apart(command);
        RunClock clock = new(TimeProvider.System);
        LiveFeed? feed = Verdict is { } words && Environment.GetEnvironmentVariable(LiveFeed.Variable) == "1"
            ? new LiveFeed(folder, clock, words) : null;
        try
        {
            if (feed is null)
                mark.Mark(folder);
            FormsRun run = new(rows, command.Line, settings.Seed ?? 0, output) { Clock = clock, Feed = feed };
            RunEnd end = await run.MeasureAsync(folder, machine, interruption.Token).ConfigureAwait(false);
            (ReportDocument report, string? fault) = ReportWriting.Make(
                folder, () => ReportFolder.Write(folder), () => ReportFolder.Read(folder, Explanations.None));
            output.Print(report, folder);
            if (end.Outcome == RunOutcome.TargetFailed)
                FormsOutput.Say($"error: {end.Message}");
            bool hasCard = !settings.Card || HasCard(report, folder);
            if (fault is not null)
                FormsOutput.Say($"error: {fault}");
            int code = RunExit.Of(end.Outcome, interruption.InterruptedExitCode);
            return code == RunExit.Done && (fault is not null || !hasCard) ? RunExit.TargetUnusable : code;
        }
        finally
        {
            // Last: a page that follows is told that it is over when the report is there.
            if (feed is not null)
                await feed.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Draws the verdict, and says where, or why it could not be written.</summary>
    private static bool HasCard(ReportDocument report, string folder)
    {
        (IReadOnlyList<string> paths, string? fault) = ReportWriting.Add(
            folder, () => [ReportFolder.WriteCard(folder, report)], "card.svg", "--card");
        FormsOutput.Say(fault is null ? $"Card: {string.Join(", ", paths)}" : $"error: {fault}");
        return fault is null;
    }

    private static string CreateFolder(string? named)
    {
        string folder = named ?? NewFolder.Below(NewFolder.Parent, TimeProvider.System.GetLocalNow());
        Directory.CreateDirectory(folder);
        return File.Exists(Path.Combine(folder, "run.jsonl"))
            ? throw new FormsFault($"'{folder}' already holds a run. Choose another --out, or remove that folder.")
            : folder;
    }
}
