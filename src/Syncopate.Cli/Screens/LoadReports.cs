using Spectre.Console;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Runs;

namespace Syncopate.Cli.Screens;

/// <summary>Writes and prints the report of a load; what cannot be written becomes a sentence.</summary>
internal static class LoadReports
{
    /// <summary>Writes the files of a load's report.</summary>
    /// <returns>What it says, and what to say of a file that could not be written; null where all were.</returns>
    public static (LoadReport Report, string? Fault) Write(string folder) =>
        ReportWriting.Make(folder, () => LoadFolder.Write(folder), () => LoadFolder.Report(folder));

    /// <summary>Prints the report on stdout: as text, or as one JSON document.</summary>
    public static void Print(LoadReport report, string folder, bool json, Terminal terminal)
    {
        if (!Reports.Begin(json ? LoadReportJson.Write(report) : null, report.Missing, terminal))
            return;
        foreach (string line in LoadReportText.Lines(report, terminal.Out.Profile.Capabilities.Unicode))
            terminal.Out.MarkupLine($"{Style(line)}{Markup.Escape(line)}[/]");
        terminal.Out.WriteLine();
        terminal.Out.MarkupLineInterpolated($"[bold]{report.Sentence}[/]");
        Reports.PrintPlace(folder, $"{LoadFolder.Log}, run.jsonl", terminal);
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
