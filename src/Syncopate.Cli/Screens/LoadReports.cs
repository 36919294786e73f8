using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Reporting.Loads;

namespace Syncopate.Cli.Screens;

/// <summary>Writes and prints the report of a load; what cannot be written becomes a sentence.</summary>
internal static class LoadReports
{
    /// <exception cref="UnusableException">A file cannot be written.</exception>
    public static LoadReport Write(string folder) => Reports.Written(folder, () => LoadFolder.Write(folder));

    /// <summary>Prints the report on stdout: as text, or as one JSON document.</summary>
    public static void Print(LoadReport report, string folder, bool json, Terminal terminal)
    {
        if (!Reports.Begin(folder, json, report.Missing, terminal))
            return;
        foreach (string line in LoadReportText.Lines(report, terminal.Out.Profile.Capabilities.Unicode))
            terminal.Out.MarkupLine($"{Style(line)}{Markup.Escape(line)}[/]");
        terminal.Out.WriteLine();
        terminal.Out.MarkupLineInterpolated($"[bold]{report.Sentence}[/]");
        terminal.Out.WriteLine(
            $"Report: {Path.Combine(folder, LoadFolder.Page)}   (also report.md, report.json, {LoadFolder.Log}, run.jsonl)");
    }

    /// <summary>Puts a copy of one of the report's files where the user wants it, and says where that cannot be done: what else was asked
    /// for is done all the same.</summary>
    /// <returns>False when it could not be written there.</returns>
    public static bool Copied(string folder, string name, string? to, Terminal terminal)
    {
        if (to is null)
            return true;
        try
        {
            File.Copy(Path.Combine(folder, name), to, overwrite: true);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            terminal.PrintError($"Cannot write '{to}': {e.Message.TrimEnd('.')}. The file is safe as {Path.Combine(folder, name)}.");
            return false;
        }
    }

    private static string Style(string line) =>
        line.StartsWith("FAIL", StringComparison.Ordinal) || line.StartsWith("not judged", StringComparison.Ordinal) ? "[red]"
            : line.StartsWith("Doubt", StringComparison.Ordinal) ? "[yellow]"
            : "[default]";
}
