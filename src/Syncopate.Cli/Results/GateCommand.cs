using System.CommandLine;
using System.Text;
using Spectre.Console;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting.Gates;

namespace Syncopate.Cli.Results;

/// <summary><c>syncopate gate RESULT</c>: fails a build when a limit is crossed or a result got worse than a baseline.</summary>
internal static class GateCommand
{
    // What GitHub takes from a step; more is refused as a whole.
    private const int SummaryBytes = 1 << 20;

    public static Command Create(Terminal terminal)
    {
        GateOptions options = new();
        Command command = new("gate", "Exit with code 3 when a limit is crossed or a result got worse than a baseline; for builds.");
        options.AddTo(command);
        command.SetAction((line, token) => RunAsync(options.Read(line, terminal), terminal, Environment.GetEnvironmentVariable, token));
        return command;
    }

    private static async Task<int> RunAsync(
        GateSettings settings, Terminal terminal, Func<string, string?> environment, CancellationToken cancellationToken)
    {
        GateReport report = await JudgeAsync(settings, cancellationToken);
        if (settings.Json)
            await Console.Out.WriteAsync(GateJson.Write(report));
        else
            Print(report, terminal);
        bool hasFile = settings.JUnit is not { } file
            || IsWritten(file, JUnitReport.Write(report), append: false, terminal);
        bool hasSummary = environment("GITHUB_STEP_SUMMARY") is not { Length: > 0 } summary || IsSummarized(report, summary, terminal);
        if (environment("GITHUB_ACTIONS") == "true")
        {
            // On stderr, which the runner reads as well, so that stdout stays one document; and past the console, which could break a line.
            foreach (string line in WorkflowErrors.Of(report))
                await Console.Error.WriteLineAsync(line);
        }

        // A limit that was crossed says more than that a file of it is missing.
        return !report.Passed ? ExitCode.GateFailed : hasFile && hasSummary ? ExitCode.Done : ExitCode.TargetUnusable;
    }

    private static async Task<GateReport> JudgeAsync(GateSettings settings, CancellationToken cancellationToken)
    {
        GateResult result = Read(settings.Result);
        GateResult? baseline = settings switch
        {
            { Stored: { } stored } => await KeptResults.BaselineAsync(stored, result, cancellationToken),
            { Baseline: { } path } => Read(path),
            _ => null,
        };
        try
        {
            return Gate.Judge(result, baseline, settings.Rules);
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
        catch (NotSupportedException e)
        {
            throw new UnusableException(e.Message);
        }
    }

    private static GateResult Read(string path)
    {
        try
        {
            return GateResult.Read(path);
        }
        catch (FormatException e)
        {
            throw new UnusableException(e.Message);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException(
                $"Cannot read the result '{path}': {e.Message.TrimEnd('.')}. Give a run's folder, its run.jsonl or a report.json.");
        }
    }

    private static void Print(GateReport report, Terminal terminal)
    {
        foreach (string note in report.Notes)
            terminal.Out.MarkupLineInterpolated($"[yellow]Note:[/] {GateText.Plain(note)}");
        int name = report.Checks.Count == 0 ? 0 : report.Checks.Max(c => c.Name.Length);
        foreach (GateCheck check in report.Checks)
        {
            string style = check.Outcome switch
            {
                GateOutcome.Failed => "red",
                GateOutcome.Undecided => "yellow",
                GateOutcome.Ok => "green",
                _ => throw new ArgumentOutOfRangeException(nameof(report), check.Outcome, "Not an outcome."),
            };
            terminal.Out.Write(new Text($"{check.Mark,-11}", Style.Parse(style)));
            terminal.Out.WriteLine(GateText.Plain($"{check.Name.PadRight(name)}   {check.Found} ({check.Detail})"));
        }

        terminal.Out.MarkupLineInterpolated($"[bold]{report.Sentence}[/]");
    }

    /// <summary>Steps share nothing, but one step may call the gate twice: what is there already counts.</summary>
    /// <returns>False when it could not be written.</returns>
    private static bool IsSummarized(GateReport report, string file, Terminal terminal)
    {
        long used = File.Exists(file) ? new FileInfo(file).Length : 0;
        if (used > SummaryBytes - 1_000)
        {
            terminal.Error.WriteLine("The job summary is full; nothing was added to it.");
            return true;
        }

        if (!IsWritten(file, GateMarkdown.Write(report, (int)(SummaryBytes - used)), append: true, terminal))
            return false;
        terminal.Error.WriteLine("Summary written to the job summary.");
        return true;
    }

    // What cannot be written is said, and what else was asked for is written all the same.
    private static bool IsWritten(string file, string text, bool append, Terminal terminal)
    {
        try
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            using FileStream stream = new(file, append ? FileMode.Append : FileMode.Create, FileAccess.Write);
            stream.Write(bytes);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            terminal.PrintError(
                $"Cannot write '{file}': {e.Message.TrimEnd('.')}. Name a file in a folder that is there and that you may write.");
            return false;
        }
    }
}
