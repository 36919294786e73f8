using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Watch.Reporting;

namespace Syncopate.Cli.Screens;

/// <summary>Writes and prints the report of a watch; what cannot be written becomes a sentence.</summary>
internal static class WatchReports
{
    /// <exception cref="UnusableException">A file cannot be written.</exception>
    public static WatchReport Write(string folder) =>
        Reports.Written(folder, () => WatchFolder.Write(folder), $"What was seen is safe in {WatchJournal.Name}");

    /// <summary>Prints the report on stdout: as text, or as one JSON document.</summary>
    public static void Print(WatchReport report, string folder, bool json, Terminal terminal)
    {
        if (!Reports.Begin(folder, json, report.Missing, terminal))
            return;
        foreach (string line in WatchReportText.Lines(report))
            terminal.Out.WriteLine(line);
        terminal.Out.WriteLine();
        terminal.Out.MarkupLineInterpolated($"[bold]{report.Sentence}[/]");
        terminal.Out.WriteLine($"Report: {Path.Combine(folder, "report.html")}   (also report.md, report.json, {WatchJournal.Name})");
    }
}
