using Spectre.Console;
using Syncopate.Reporting.Runs;
using Syncopate.Watch.Reporting;

namespace Syncopate.Cli.Screens;

/// <summary>Writes and prints the report of a watch; what cannot be written becomes a sentence.</summary>
internal static class WatchReports
{
    /// <summary>Writes the files of a watch's report.</summary>
    /// <returns>What it says, and what to say of a file that could not be written; null where all were.</returns>
    public static (WatchReport Report, string? Fault) Write(string folder) => ReportWriting.Make(
        folder, () => WatchFolder.Write(folder), () => WatchFolder.Report(folder), $"What was seen is safe in {WatchJournal.Name}");

    /// <summary>Prints the report on stdout: as text, or as one JSON document.</summary>
    public static void Print(WatchReport report, string folder, bool json, Terminal terminal)
    {
        if (!Reports.Begin(json ? WatchFolder.Json(report) : null, report.Missing, terminal))
            return;
        foreach (string line in WatchReportText.Lines(report))
            terminal.Out.WriteLine(line);
        terminal.Out.WriteLine();
        terminal.Out.MarkupLineInterpolated($"[bold]{report.Sentence}[/]");
        Reports.PrintPlace(folder, WatchJournal.Name, terminal);
    }
}
