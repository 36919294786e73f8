using Syncopate.Journaling;

namespace Syncopate.Live.Results;

/// <summary>The files that the tool writes into the folder of a run.</summary>
internal static class ResultFiles
{
    /// <summary>The page.</summary>
    public const string Report = "report.html";

    private const string Histogram = ".hlog";
    private const string LogFolder = "logs";

    private static readonly string[] Known =
        [
            Report, "report.md", "report.json", "run.jsonl", "watch.jsonl", "card.svg", "scenario.yaml", "load.html", "history.html",
            "forms.csv", "rounds.csv", "comparisons.csv", "intervals.csv", "percentiles.csv",
        ];

    private static readonly string[] Read = ["run.jsonl", "watch.jsonl", "report.json"];

    // Written while it runs; of no use afterwards.
    private static readonly string[] Passing = ["live.jsonl", "control.jsonl", "followed"];

    /// <summary>Those that are in a folder and can be downloaded; links are left out, as they may lead anywhere, and so are pipes and
    /// devices, which have no end.</summary>
    public static IReadOnlyList<string> In(string folder) =>
        [.. Own(folder).Where(file => !Passing.Contains(file.Name)).Select(file => file.Name)
            .OrderBy(name => Array.IndexOf(Known, name) is var place && place < 0 ? Known.Length : place)
                .ThenBy(name => name, StringComparer.Ordinal)];

    /// <summary>The logs of its servers that can be downloaded, such as "logs/001-sync.log", in order; what is left out above is left out
    /// here, too.</summary>
    public static IReadOnlyList<string> Logs(string folder) =>
        [.. OwnLogs(folder).Select(log => $"{LogFolder}/{log.Name}").Order(StringComparer.Ordinal)];

    /// <summary>Whether a folder has a file of a name. A link of that name is none.</summary>
    public static bool Has(string folder, string name) =>
        new FileInfo(Path.Combine(folder, name)) is { Exists: true, LinkTarget: null };

    /// <summary>Sees that whoever reads the journal or the report of a folder stays in it.</summary>
    /// <exception cref="IOException">One of its files is a link.</exception>
    public static void RefuseLinks(string folder)
    {
        FileInfo? link = new DirectoryInfo(folder).EnumerateFiles()
            .FirstOrDefault(file => file.LinkTarget is not null && (Read.Contains(file.Name) || file.Extension == Histogram));
        if (link is not null)
            throw new IOException($"{link.FullName} is a link, which is not followed: it may lead anywhere. Put the file itself there.");
    }

    /// <summary>Removes what the tool wrote, and the folder when nothing else is in it. A folder may hold more than a
    /// run: what the tool has not written is not its to remove.</summary>
    /// <returns>True when the folder is gone.</returns>
    public static bool Remove(string folder)
    {
        foreach (FileInfo file in Own(folder))
            file.Delete();
        foreach (FileInfo log in OwnLogs(folder))
            log.Delete();
        DirectoryInfo logs = new(Path.Combine(folder, LogFolder));
        if (logs is { Exists: true, LinkTarget: null } && !logs.EnumerateFileSystemInfos().Any())
            logs.Delete();

        if (Directory.EnumerateFileSystemEntries(folder).Any())
            return false;
        Directory.Delete(folder);
        return true;
    }

    private static IEnumerable<FileInfo> Own(string folder) =>
        // It may be deleted at any moment.
        from file in Directory.Exists(folder) ? new DirectoryInfo(folder).EnumerateFiles() : []
        where file.LinkTarget is null && IsKnown(file) && RegularFile.Is(file.FullName)
        select file;

    private static IEnumerable<FileInfo> OwnLogs(string folder)
    {
        DirectoryInfo logs = new(Path.Combine(folder, LogFolder));
        return logs is { Exists: true, LinkTarget: null }
            ? logs.EnumerateFiles("*.log").Where(log => log.LinkTarget is null && RegularFile.Is(log.FullName))
            : [];
    }

    private static bool IsKnown(FileInfo file) =>
        Known.Contains(file.Name) || Passing.Contains(file.Name) || file.Extension == Histogram;
}
