using System.Collections.Concurrent;
using System.IO.Enumeration;

namespace Syncopate.Live.Results;

/// <summary>All results below one folder. A name from outside is only ever looked up among those that were found, so
/// that no path can be made of it. Thread-safe.</summary>
/// <param name="root">The folder; it need not be there yet.</param>
internal sealed class ResultStore(string root)
{
    /// <summary>So many folders below the root a result may lie; a deeper one is not found.</summary>
    public const int Depth = 4;

    // More would take seconds to list; the newest by name are taken.
    private const int Most = 1_000;
    private const int MostKept = 4 * Most;

    private static readonly string[] Marks = ["run.jsonl", "watch.jsonl", "report.json"];

    // Reports are read again only when they have changed.
    private readonly ConcurrentDictionary<string, (long Stamp, ResultSummary Summary)> _read = new(StringComparer.Ordinal);

    /// <summary>The folder.</summary>
    public string Root { get; } = Path.TrimEndingDirectorySeparator(Path.GetFullPath(root));

    /// <summary>True when there is no result. None is read for it, as a list of them is.</summary>
    public bool IsEmpty => !Names().Any();

    /// <summary>True where the folder is that of a run. Results are what is below it.</summary>
    public bool IsResult => Marks.Any(mark => ResultFiles.Has(Root, mark));

    /// <summary>How many results there are, also those that a list leaves out.</summary>
    public int Count() => Names().Count();

    /// <summary>Every result, the newest first; of more than a thousand those whose names come last.</summary>
    public IReadOnlyList<ResultEntry> All() =>
        [.. Names().OrderDescending(StringComparer.Ordinal).Take(Most).Select(Entry)
            .OrderByDescending(e => e.Summary.StartedUtc ?? DateTimeOffset.MinValue)];

    /// <summary>The result of a name; null when there is none.</summary>
    public ResultEntry? Find(string? name) => name is not null && Names().Contains(name, StringComparer.Ordinal) ? Entry(name) : null;

    /// <summary>Opens a file of a result; null when it has no such file.</summary>
    public static FileStream? Open(ResultEntry entry, string? file) => file is not null && entry.Has(file)
        ? new FileStream(Path.Combine(entry.Folder, file), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete,
            64 * 1024, useAsync: true)
        : null;

    /// <summary>Removes a result.</summary>
    /// <returns>True when its folder is gone, false when something in it is not the tool's.</returns>
    /// <exception cref="IOException">Something cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">Something may not be removed.</exception>
    public bool Remove(ResultEntry entry)
    {
        _read.TryRemove(entry.Folder, out _);
        return ResultFiles.Remove(entry.Folder);
    }

    /// <summary>Names of the folders with a result. The root itself is none of them: it cannot be removed from within.</summary>
    private IEnumerable<string> Names() => !Directory.Exists(Root) ? [] : Found()
        .Select(file => Path.GetRelativePath(Root, Path.GetDirectoryName(file)!)) // A file below a folder has one.
        .Select(name => name.Replace(Path.DirectorySeparatorChar, '/'))
        .Where(name => name != ".")
        .Distinct(StringComparer.Ordinal);

    // Links are not followed: what they lead to is not below the root.
    private FileSystemEnumerable<string> Found() =>
        new(Root, static (ref FileSystemEntry entry) => entry.ToSpecifiedFullPath(),
            new EnumerationOptions
            {
                RecurseSubdirectories = true,
                IgnoreInaccessible = true,
                MaxRecursionDepth = Depth,
            })
        {
            ShouldIncludePredicate = static (ref FileSystemEntry entry) => !entry.IsDirectory && IsMark(entry.FileName)
                && entry.ToFileSystemInfo().LinkTarget is null,
            ShouldRecursePredicate = static (ref FileSystemEntry entry) => entry.ToFileSystemInfo().LinkTarget is null,
        };

    private static bool IsMark(ReadOnlySpan<char> name)
    {
        foreach (string mark in Marks)
        {
            if (name.SequenceEqual(mark))
                return true;
        }

        return false;
    }

    private ResultEntry Entry(string name)
    {
        string folder = Path.Combine(Root, name.Replace('/', Path.DirectorySeparatorChar));
        FileInfo? newest = Marks.Select(mark => new FileInfo(Path.Combine(folder, mark)))
            .Where(file => file is { Exists: true, LinkTarget: null })
            .MaxBy(file => file.LastWriteTimeUtc);
        long stamp = newest is null ? 0 : newest.LastWriteTimeUtc.Ticks ^ newest.Length;
        if (_read.TryGetValue(folder, out (long Stamp, ResultSummary Summary) known) && known.Stamp == stamp)
            return new ResultEntry(name, folder, known.Summary);
        ResultSummary summary = ResultReading.Read(folder);
        if (_read.Count > MostKept)
            _read.Clear();
        _read[folder] = (stamp, summary);
        return new ResultEntry(name, folder, summary);
    }
}
