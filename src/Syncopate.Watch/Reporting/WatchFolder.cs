using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;
using Syncopate.Journaling;
using Syncopate.Reporting.Runs;

namespace Syncopate.Watch.Reporting;

/// <summary>The files of a watch's report, beside the journal from which they are made.</summary>
internal static class WatchFolder
{
    // Readable letters, and nothing that could end an element of a page.
    private static readonly WatchJson Indented = new(new JsonSerializerOptions(WatchJson.Default.Options)
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.Create(UnicodeRanges.All),
    });

    /// <summary>Reads <c>watch.jsonl</c> and writes <c>report.json</c>, <c>report.md</c> and <c>report.html</c>. The
    /// same journal gives the same bytes.</summary>
    /// <param name="folder">Folder of a watch.</param>
    /// <returns>What the files say.</returns>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static WatchReport Write(string folder)
    {
        WatchReport report = Report(folder);
        string json = Json(report);
        string markdown = WatchReportMarkdown.Write(report);
        ReportFolder.Replace(folder, "report.json", stream => ReportFolder.WriteText(stream, json));
        ReportFolder.Replace(folder, "report.md", stream => ReportFolder.WriteText(stream, markdown));
        ReportFolder.Replace(
            folder, "report.html", stream => ReportFolder.WriteText(stream, WatchReportPage.Write(report, json, markdown)));
        return report;
    }

    /// <summary>What the report of a folder says; nothing is written.</summary>
    /// <param name="folder">Folder of a watch.</param>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    public static WatchReport Report(string folder)
    {
        (IReadOnlyList<WatchRecord> records, long damaged) = WatchJournal.Read(folder);
        return WatchReportBuilder.Build(records, damaged);
    }

    /// <summary>A report as <c>report.json</c> has it.</summary>
    public static string Json(WatchReport report) => JsonSerializer.Serialize(report, Indented.WatchReport) + "\n";
}
