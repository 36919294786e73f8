using System.IO.Enumeration;
using System.Text.Json;
using Syncopate.Journaling;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;

namespace Syncopate.Reporting.History;

/// <summary>Finds the results below a folder, and writes the page of their history.</summary>
internal static class HistoryFolder
{
    /// <summary>Name of the page.</summary>
    public const string Page = "history.html";

    // More would take minutes to read; the newest by name are taken.
    private const int MostResults = 1_000;

    private const int MostNamed = 3;

    /// <summary>Draws together every result below a folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="seed">Seed of the permutations that judge changes.</param>
    /// <param name="figures">Of <see cref="HistoryBuilder.Drawable"/>, in the order in which they are drawn; at least one.</param>
    /// <param name="followsLinks">False to leave out a result whose journal or report is a link, which may lead out of the folder.</param>
    /// <exception cref="FormatException">There is no result that can be read; the message says what was found.</exception>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be read.</exception>
    public static HistoryReport Read(string folder, ulong seed, IReadOnlyList<Figure> figures, bool followsLinks = true)
    {
        List<string> notes = [];
        IReadOnlyList<GateResult> results = [.. Files(folder, notes).Where(file => followsLinks || IsWithoutLinks(file))
            .Select(file => Read(file, folder, notes)).OfType<GateResult>()];
        return results.Count > 0
            ? HistoryBuilder.Build(results, notes, seed, figures)
            : throw new FormatException($"There is no result below '{folder}'. "
                + $"Give a folder that holds folders of runs, such as syncopate-out. {string.Join(' ', notes)}".TrimEnd());
    }

    /// <summary>Every result below a folder as a text of its own; those that cannot be read are named in the notes.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="explanations">What experiments say in words of their own.</param>
    /// <param name="notes">Gets what was left out, one sentence each.</param>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be read.</exception>
    public static IEnumerable<ResultText> Texts(string folder, Explanations explanations, ICollection<string> notes)
    {
        ArgumentNullException.ThrowIfNull(notes);
        foreach (string file in Files(folder, notes))
        {
            if (Read(file, folder, notes) is not null)
                yield return ResultText.Read(File.Exists(Beside(file)) ? Beside(file) : file, explanations);
        }
    }

    /// <summary>The files of all results below a folder: folders of runs, and report.json files without a journal beside
    /// them. Links to folders are not followed: what they lead to may be the folder itself, and would count as often as there are
    /// links.</summary>
    private static IReadOnlyList<string> Files(string folder, ICollection<string> notes)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        List<string> links = [];
        List<string> files = [.. Results(folder, links)
            .GroupBy(f => Path.GetDirectoryName(f)!, StringComparer.Ordinal) // A file below a folder has one.
            .OrderBy(g => g.Key, StringComparer.Ordinal)
            .Select(g => g.Order(StringComparer.Ordinal).First())];
        if (links.Count > 0)
        {
            string more = links.Count > MostNamed ? $", and {FigureText.Count(links.Count - MostNamed)} more" : "";
            notes.Add($"{Wording.Plural(links.Count, "link to a folder", "links to folders")} not followed: "
                + $"{string.Join(", ", links.Order(StringComparer.Ordinal).Take(MostNamed))}{more}.");
        }

        if (files.Count > MostResults)
            notes.Add($"{FigureText.Count(files.Count)} results were found; the last {FigureText.Count(MostResults)} by name are taken.");
        return [.. files.TakeLast(MostResults)];
    }

    /// <summary>Writes the page into a folder.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static void Write(HistoryReport report, string folder) =>
        ReportFolder.Replace(folder, Page, stream => ReportFolder.WriteText(stream, HistoryPage.Write(report)));

    private static FileSystemEnumerable<string> Results(string folder, List<string> links) =>
        new(folder, static (ref FileSystemEntry entry) => entry.ToSpecifiedFullPath(), new EnumerationOptions
        {
            RecurseSubdirectories = true,
            IgnoreInaccessible = true,
        })
        {
            ShouldIncludePredicate = static (ref FileSystemEntry entry) => !entry.IsDirectory
                && entry.FileName is "run.jsonl" or "report.json",
            ShouldRecursePredicate = (ref FileSystemEntry entry) =>
            {
                if (entry.ToFileSystemInfo().LinkTarget is null)
                    return true;
                links.Add(Path.GetRelativePath(folder, entry.ToSpecifiedFullPath()));
                return false;
            },
        };

    /// <summary>A report is read in a thousandth of the time of its journal; a journal, too, where the report is of another kind.</summary>
    private static GateResult? Read(string file, string root, ICollection<string> notes)
    {
        string name = Path.GetRelativePath(root, Path.GetDirectoryName(file)!); // As above.
        try
        {
            return Read(file) with { Path = name == "." ? Path.GetFileName(file) : name };
        }
        catch (FormatException) when (IsWatch(file))
        {
            return null;
        }
        catch (Exception e) when (e is FormatException or JournalException or IOException or UnauthorizedAccessException)
        {
            notes.Add($"{name} was left out: {e.Message}");
            return null;
        }
    }

    // What a process was seen to do is no result, and belongs in the same folder as results.
    private static bool IsWatch(string file)
    {
        if (File.Exists(Path.Combine(Path.GetDirectoryName(file)!, "watch.jsonl"))) // As above.
            return true;
        try
        {
            using JsonDocument document = JsonDocument.Parse(GateResult.Bytes(file));
            return document.RootElement is { ValueKind: JsonValueKind.Object } root && root.TryGetProperty("run", out JsonElement run)
                && run.ValueKind == JsonValueKind.Object
                && run.TryGetProperty("mode", out JsonElement mode)
                && mode.ValueKind == JsonValueKind.String
                && mode.ValueEquals("watch");
        }
        catch (Exception e) when (e is JsonException or FormatException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static GateResult Read(string file)
    {
        string journal = Beside(file);
        try
        {
            return GateResult.Read(file);
        }
        catch (FormatException) when (file != journal && File.Exists(journal))
        {
            return GateResult.Read(journal);
        }
    }

    private static bool IsWithoutLinks(string file) =>
        new FileInfo(file).LinkTarget is null && new FileInfo(Beside(file)).LinkTarget is null;

    // The journal of a result; the file itself where that is one.
    private static string Beside(string file) => Path.Combine(Path.GetDirectoryName(file)!, "run.jsonl"); // As above.
}
