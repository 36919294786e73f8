using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Experiments.Bundled;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;

namespace Syncopate.Cli.Screens;

/// <summary>Writes the files of a report for a user: what cannot be written becomes a sentence.</summary>
internal static class Reports
{
    /// <summary>Writes the files of a run's report.</summary>
    /// <returns>What it says, and what to say of a file that could not be written; null where all were.</returns>
    public static (ReportDocument Report, string? Fault) Write(string folder) => ReportWriting.Make(
        folder,
        () => ReportFolder.Write(folder, BundledExperiments.Explanations),
        () => ReportFolder.Read(folder, BundledExperiments.Explanations));

    /// <summary>Removes the report of a run that goes on.</summary>
    public static void Remove(string folder)
    {
        try
        {
            ReportFolder.Remove(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is replaced at the end, or that is said then.
        }
    }

    /// <summary>Draws the verdict of a report, and says where; on stderr, as stdout may be one document.</summary>
    /// <returns>False when it could not be written, which is said.</returns>
    public static bool WriteCard(string folder, ReportDocument report, Terminal terminal) =>
        IsWritten("Card", folder, () => [ReportFolder.WriteCard(folder, report)], terminal);

    /// <summary>Writes tables and says where; on stderr, as stdout may be one document.</summary>
    /// <returns>False when they could not be written, which is said.</returns>
    public static bool WriteTables(string folder, Func<IReadOnlyList<string>> write, Terminal terminal) =>
        IsWritten("Tables", folder, write, terminal);

    /// <summary>Begins a report on stdout: with what is missing in it, or, as one JSON document, prints all of it.</summary>
    /// <param name="json">The document; null to print text.</param>
    /// <param name="missing">What is missing in it.</param>
    /// <param name="terminal">Where to print.</param>
    /// <returns>True when the rest is to be printed as text.</returns>
    public static bool Begin(string? json, IReadOnlyList<string> missing, Terminal terminal)
    {
        if (json is not null)
        {
            Console.Out.Write(json);
            return false;
        }

        terminal.Out.WriteLine();
        if (missing.Count > 0)
            terminal.Out.MarkupLineInterpolated($"[yellow]Partial:[/] {Terminal.Printable(string.Join(" ", missing))}");
        return true;
    }

    /// <summary>Says where the page of a report is, and what lies beside it; nothing where there is none.</summary>
    public static void PrintPlace(string folder, string beside, Terminal terminal)
    {
        string page = Path.Combine(folder, "report.html");
        if (File.Exists(page))
            terminal.Out.WriteLine($"Report: {page}   (also report.md, report.json, {beside})");
    }

    /// <summary>Says what could not be written, and gives the exit code: how the work ended says more than that a file is missing.
    /// </summary>
    /// <param name="code">What the work itself answers.</param>
    /// <param name="fault">What to say of the report's own files; null where all were written.</param>
    /// <param name="hasOthers">False where another file could not be written.</param>
    /// <param name="terminal">For the error.</param>
    public static int Finish(int code, string? fault, bool hasOthers, Terminal terminal)
    {
        if (fault is not null)
            terminal.PrintError(fault);
        return code == ExitCode.Done && (fault is not null || !hasOthers) ? ExitCode.TargetUnusable : code;
    }

    // What else was asked for is done all the same.
    private static bool IsWritten(string what, string folder, Func<IReadOnlyList<string>> write, Terminal terminal)
    {
        (IReadOnlyList<string> paths, string? fault) = ReportWriting.Add(folder, write);
        if (fault is null)
            terminal.Error.WriteLine($"{what}: {string.Join(", ", paths)}");
        else
            terminal.PrintError(fault);
        return fault is null;
    }
}
