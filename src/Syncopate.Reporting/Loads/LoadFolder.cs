using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Reporting.Runs;
using Syncopate.Units;

namespace Syncopate.Reporting.Loads;

/// <summary>The files of a load's report, beside the journal from which they are made.</summary>
internal static class LoadFolder
{
    /// <summary>Name of the page in the folder.</summary>
    public const string Page = "report.html";

    /// <summary>Name of the histogram log in the folder: an interval an entry, untagged; at a rate also those without
    /// the wait to be sent, with Tag=service.</summary>
    public const string Log = "load.hlog";

    /// <summary>Whether a folder's journal is one of <c>syncopate load</c>.</summary>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    public static bool Is(string folder) => LoadJournal.Is(Read(folder));

    /// <summary>Reads <c>run.jsonl</c> and writes <c>report.json</c>, <c>report.md</c>, <c>report.html</c> and
    /// <c>load.hlog</c>. Each file replaces its predecessor at once or not at all;
    /// the same journal gives the same bytes.</summary>
    /// <param name="folder">Folder of a load.</param>
    /// <returns>What the files say.</returns>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    /// <exception cref="ArgumentException">It is the journal of something else.</exception>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static LoadReport Write(string folder)
    {
        LoadJournal journal = LoadJournal.Of(Read(folder));
        LoadReport report = LoadReportBuilder.Build(journal);
        var (json, markdown) = (LoadReportJson.Write(report), LoadReportMarkdown.Write(report));
        ReportFolder.Replace(folder, "report.json", stream => ReportFolder.WriteText(stream, json));
        ReportFolder.Replace(folder, "report.md", stream => ReportFolder.WriteText(stream, markdown));
        ReportFolder.Replace(folder, Page, stream => ReportFolder.WriteText(stream, LoadReportPage.Write(report, json, markdown)));
        ReportFolder.Replace(folder, Log, stream => WriteLog(stream, journal));
        return report;
    }

    /// <summary>What the report of a folder says; nothing is written.</summary>
    /// <param name="folder">Folder of a load.</param>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    /// <exception cref="ArgumentException">It is the journal of something else.</exception>
    public static LoadReport Report(string folder) => LoadReportBuilder.Build(Read(folder));

    /// <summary>Writes the figures as <c>forms.csv</c>, <c>intervals.csv</c> and <c>percentiles.csv</c> beside the report.</summary>
    /// <param name="folder">Folder of a load.</param>
    /// <param name="report">Its report.</param>
    /// <returns>Paths of the files.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static IReadOnlyList<string> WriteTables(string folder, LoadReport report)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentNullException.ThrowIfNull(report);
        return ReportFolder.WriteTables(folder, [
            ("forms.csv", ReportTables.Forms([("load", report.Figures)])),
            ("intervals.csv", LoadTables.Intervals(report)),
            ("percentiles.csv", LoadTables.Percentiles(report))]);
    }

    private static JournalReading Read(string folder)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        return JournalReader.Read(Path.Combine(folder, "run.jsonl"));
    }

    private static void WriteLog(Stream stream, LoadJournal journal)
    {
        DateTimeOffset started = journal.Header?.StartedUtc is { } utc && utc > ReportFolder.EarliestLogStart
            ? utc
            : ReportFolder.EarliestLogStart;
        using HistogramLogWriter log = new(stream, started);
        foreach (IntervalRecord interval in journal.Intervals.Select(interval => interval.Record))
        {
            Add(null, interval.Histogram, interval);
            if (interval.Services is { } services)
                Add("service", services, interval);
        }

        void Add(string? tag, string histogram, IntervalRecord interval) => log.Write(new HistogramLogEntry(
            tag,
            Nanoseconds.ToSeconds(interval.FromNanoseconds),
            Nanoseconds.ToSeconds(interval.ToNanoseconds - interval.FromNanoseconds),
            HistogramCodec.Decode(histogram)));
    }
}
