using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Reporting.Measured;
using Syncopate.Units;

namespace Syncopate.Reporting.Runs;

/// <summary>The files of a report, beside the journal from which they are made.</summary>
internal static class ReportFolder
{
    // Readers of histogram logs take an earlier start for none at all.
    internal static readonly DateTimeOffset EarliestLogStart = DateTimeOffset.UnixEpoch.AddYears(1);

    // What is made of the journal when asked, and what would else not be made anew.
    private static readonly string[] Outdated =
    [
        "report.html", "report.md", "report.json", "card.svg", "forms.csv", "rounds.csv", "comparisons.csv",
    ];

    /// <summary>
    /// Reads <c>run.jsonl</c> and writes <c>report.json</c>, <c>report.md</c>, <c>report.html</c> and one
    /// <c>EXPERIMENT-FORM.hlog</c> a form with an interval a slot. Each file replaces its predecessor at once or not at all; the same
    /// journal gives the same bytes.</summary>
    /// <param name="folder">Folder of a run.</param>
    /// <returns>What the files say.</returns>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static ReportDocument Write(string folder) => Write(folder, Explanations.None);

    /// <summary>The same, with what experiments say in words of their own.</summary>
    /// <param name="folder">Folder of a run.</param>
    /// <param name="explanations">All that the tool knows.</param>
    internal static ReportDocument Write(string folder, Explanations explanations)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        RunJournal journal = new(JournalReader.Read(Path.Combine(folder, "run.jsonl")), explanations);
        ReportDocument document = ReportBuilder.Build(journal);
        var (json, markdown) = (ReportJson.Write(document), ReportMarkdown.Write(document));

        Replace(folder, "report.json", stream => WriteText(stream, json));
        Replace(folder, "report.md", stream => WriteText(stream, markdown));
        Replace(folder, "report.html", stream => WriteText(stream, ReportPage.Write(document, json, markdown)));
        foreach (MeasuredExperiment measured in journal.Experiments)
        {
            foreach (WorkloadForm form in measured.Experiment.Workload.Forms)
                Replace(folder, LogName(measured, form.Form), stream => WriteLog(stream, measured, form.Form, journal.Header?.StartedUtc));
        }

        return document;
    }

    /// <summary>Removes the report of a run that goes on: it says nothing of what follows, and would be taken for the result where this
    /// sitting is killed.</summary>
    /// <param name="folder">Folder of the run.</param>
    /// <exception cref="IOException">A file cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be removed.</exception>
    internal static void Remove(string folder)
    {
        foreach (string name in Outdated)
            File.Delete(Path.Combine(folder, name));
    }

    /// <summary>What the report of a folder says; nothing is written.</summary>
    /// <param name="folder">Folder of a run.</param>
    /// <param name="explanations">All that the tool knows.</param>
    /// <exception cref="JournalException">The journal cannot be read.</exception>
    internal static ReportDocument Read(string folder, Explanations explanations) =>
        ReportBuilder.Build(new RunJournal(JournalReader.Read(Path.Combine(folder, "run.jsonl")), explanations));

    /// <summary>Writes <c>card.svg</c>, the verdict as a picture, beside the report.</summary>
    /// <param name="folder">Folder of the run.</param>
    /// <param name="document">Its report.</param>
    /// <returns>Path of the file.</returns>
    /// <exception cref="IOException">The file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static string WriteCard(string folder, ReportDocument document)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        Replace(folder, "card.svg", stream => WriteText(stream, ReportCard.Write(document)));
        return Path.Combine(folder, "card.svg");
    }

    /// <summary>Writes the figures as <c>forms.csv</c>, <c>rounds.csv</c> and <c>comparisons.csv</c> beside the report.</summary>
    /// <param name="folder">Folder of the run.</param>
    /// <param name="document">Its report.</param>
    /// <returns>Paths of the files.</returns>
    /// <exception cref="IOException">A file cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be written.</exception>
    public static IReadOnlyList<string> WriteTables(string folder, ReportDocument document)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentNullException.ThrowIfNull(document);
        return WriteTables(folder, [
            ("forms.csv", ReportTables.Forms(document)),
            ("rounds.csv", ReportTables.Rounds(document)),
            ("comparisons.csv", ReportTables.Comparisons(document))]);
    }

    internal static IReadOnlyList<string> WriteTables(string folder, IReadOnlyList<(string Name, string Text)> tables)
    {
        foreach ((string name, string text) in tables)
            Replace(folder, name, stream => WriteText(stream, text));
        return [.. tables.Select(table => Path.Combine(folder, table.Name))];
    }

    /// <summary>Such as "io-bound-async.hlog".</summary>
    private static string LogName(MeasuredExperiment measured, Form form) =>
        $"{measured.Experiment.Id}-{form.InLowerCase()}.hlog";

    /// <summary>The measured slots of the complete rounds have no tag; noise and profile have theirs, so that tools can
    /// distinguish them.</summary>
    private static void WriteLog(Stream stream, MeasuredExperiment measured, Form form, DateTimeOffset? startedUtc)
    {
        DateTimeOffset started = startedUtc > EarliestLogStart ? startedUtc.Value : EarliestLogStart;
        using HistogramLogWriter log = new(stream, started);
        IEnumerable<Slot> slots = measured.Rounds.SelectMany(r => r.Slots)
            .Concat(measured.Slots.Where(s => s.Kind == SlotKind.Profile))
            .Where(s => s.Form == form);
        foreach (Slot slot in slots.OrderBy(s => s.StartedNanoseconds))
        {
            string? tag = slot.Kind == SlotKind.Measured ? null : slot.Kind.ToString().ToLowerInvariant();
            log.Write(new HistogramLogEntry(
                tag,
                Nanoseconds.ToSeconds(slot.StartedNanoseconds),
                Nanoseconds.ToSeconds(slot.DurationNanoseconds),
                HistogramCodec.Decode(slot.Histogram)));
        }
    }

    internal static void WriteText(Stream stream, string text)
    {
        using StreamWriter writer = new StreamWriter(stream, leaveOpen: true); // UTF-8 without a byte order mark
        writer.Write(text);
    }

    /// <summary>Writes beside the file and renames, so that a reader, or a crash, never meets half a report.</summary>
    internal static void Replace(string folder, string name, Action<Stream> write)
    {
        var (path, temporary) = (Path.Combine(folder, name), Path.Combine(folder, $".{name}.tmp"));
        if (Directory.Exists(path))
            throw new IOException($"'{path}' is a folder");
        try
        {
            // A folder may come from elsewhere: a link in it may lead anywhere, and a pipe waits for who reads it.
            File.Delete(temporary);
            using (FileStream stream = File.Create(temporary)) write(stream);
            File.Move(temporary, path, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }
}
