using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting.Gates;

namespace Syncopate.Cli.Results;

/// <summary><c>syncopate gate RESULT</c>: fails a build when a limit is crossed or a result got worse than a baseline.</summary>
internal static class GateCommand
{
    public static Command Create(Terminal terminal)
    {
        GateOptions options = new();
        Command command = new("gate", "Exit with code 3 when a limit is crossed or a result got worse than a baseline; for builds.");
        options.AddTo(command);
        command.SetAction((line, token) => RunAsync(options.Read(line, terminal), terminal, Environment.GetEnvironmentVariable, token));
        return command;
    }

    internal static async Task<int> RunAsync(
        GateSettings settings, Terminal terminal, Func<string, string?> environment, CancellationToken cancellationToken)
    {
        GateJob job = new(
            new RequestedGate(settings.Result, settings.Rules)
            {
                Baseline = settings.Baseline,
                JUnit = settings.JUnit,
                Summary = environment("GITHUB_STEP_SUMMARY") is { Length: > 0 } file ? file : null,
            },
            new GateHost
            {
                FindBaseline = settings.Stored is { } stored
                    ? (result, token) => KeptResults.BaselineAsync(stored, result, token)
                    : null,
                Say = line => terminal.Error.WriteLine(line),
                SayFault = terminal.PrintError,
            });
        GateReport report = await JudgeAsync(job, cancellationToken);
        if (settings.Json)
            await Console.Out.WriteAsync(GateJson.Write(report));
        else
            Print(report, terminal);
        bool isWritten = job.Write(report);
        if (environment("GITHUB_ACTIONS") == "true")
        {
            // On stderr, which the runner reads as well, so that stdout stays one document; and past the console, which could break a line.
            foreach (string line in WorkflowErrors.Of(report))
                await Console.Error.WriteLineAsync(line);
        }

        // A limit that was crossed says more than that a file of it is missing.
        return !report.Passed ? ExitCode.GateFailed : isWritten ? ExitCode.Done : ExitCode.TargetUnusable;
    }

    private static async Task<GateReport> JudgeAsync(GateJob job, CancellationToken cancellationToken)
    {
        try
        {
            return await job.JudgeAsync(cancellationToken);
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
        catch (UnusableResultException e)
        {
            throw new UnusableException(e.Message);
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
}
