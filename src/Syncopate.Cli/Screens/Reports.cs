using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Experiments.Bundled;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Texts;

namespace Syncopate.Cli.Screens;

/// <summary>Writes the files of a report for a user: what cannot be written becomes a sentence.</summary>
internal static class Reports
{
    /// <exception cref="UnusableException">A file cannot be written.</exception>
    public static ReportDocument Write(string folder) => Written(folder, () => ReportFolder.Write(folder, BundledExperiments.Explanations));

    /// <summary>Draws the verdict of a report, and says where; on stderr, as stdout may be one document.</summary>
    /// <exception cref="UnusableException">The file cannot be written.</exception>
    public static void WriteCard(string folder, ReportDocument report, Terminal terminal) =>
        terminal.Error.WriteLine($"Card: {Written(folder, () => ReportFolder.WriteCard(folder, report))}");

    /// <summary>Writes tables and says where; on stderr, as stdout may be one document.</summary>
    /// <exception cref="UnusableException">A file cannot be written.</exception>
    public static void PrintTables(string folder, Func<IReadOnlyList<string>> write, Terminal terminal) =>
        terminal.Error.WriteLine($"Tables: {string.Join(", ", Written(folder, write))}");

    /// <summary>Begins a report on stdout: with what is missing in it, or, as one JSON document, prints all of it.</summary>
    /// <returns>True when the rest is to be printed as text.</returns>
    public static bool Begin(string folder, bool json, IReadOnlyList<string> missing, Terminal terminal)
    {
        if (json)
        {
            Console.Out.Write(File.ReadAllText(Path.Combine(folder, "report.json")));
            return false;
        }

        terminal.Out.WriteLine();
        if (missing.Count > 0)
            terminal.Out.MarkupLineInterpolated($"[yellow]Partial:[/] {Terminal.Printable(string.Join(" ", missing))}");
        return true;
    }

    /// <param name="folder">Of the report.</param>
    /// <param name="write">Writes it.</param>
    /// <param name="safe">What is not lost when it cannot be written.</param>
    /// <exception cref="UnusableException">A file cannot be written.</exception>
    public static T Written<T>(string folder, Func<T> write, string safe = "What was measured is safe in run.jsonl")
    {
        try
        {
            return write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException(
                $"Cannot write the report into '{folder}': {e.Message.TrimEnd('.')}. {safe}; "
                    + $"make room, then: syncopate report {ShellWord.Quoted(folder)}");
        }
    }
}
