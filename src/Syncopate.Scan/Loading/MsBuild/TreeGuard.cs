using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.MsBuild;

/// <summary>Leaves a tree as it was. What the SDK writes goes elsewhere by itself; what targets of the repository write into
/// <c>obj</c> and <c>bin</c> goes away again when this is disposed.</summary>
internal sealed class TreeGuard : IDisposable
{
    private const int LargestKept = 128 * 1024; // Bytes. Larger ones are what compilers build, and none runs.
    private static readonly string[] BuildFolders = ["obj", "bin"];
    private static readonly EnumerationOptions Everything =
        new() { RecurseSubdirectories = true, IgnoreInaccessible = true, AttributesToSkip = FileAttributes.ReparsePoint };

    private readonly List<string> _folders;
    private readonly HashSet<string> _entries;
    private readonly Dictionary<string, KeptFile> _files = new(ProjectPaths.Comparer);

    /// <summary>Remembers what is there.</summary>
    /// <param name="projects">Full paths of the projects that will be read.</param>
    public TreeGuard(IReadOnlyList<string> projects)
    {
        _folders =
        [
            .. projects.Select(Path.GetDirectoryName).OfType<string>()
                .Distinct(ProjectPaths.Comparer)
                .SelectMany(folder => BuildFolders, Path.Combine),
        ];
        _entries = [.. _folders.SelectMany(Entries)];
        foreach (string file in _entries.Where(File.Exists))
        {
            FileInfo info = new(file);
            if (info.Length <= LargestKept)
                _files[file] = new KeptFile(info.LastWriteTimeUtc, File.ReadAllBytes(file));
        }
    }

    /// <summary>Removes what was not there and puts back what was changed.</summary>
    public void Dispose()
    {
        // Deepest first, so that folders are empty when it is their turn.
        IEnumerable<string> added = _folders.SelectMany(Entries).Where(entry => !_entries.Contains(entry));
        foreach (string entry in added.OrderByDescending(entry => entry.Length))
            Remove(entry);
        foreach ((string file, KeptFile kept) in _files)
        {
            if (!File.Exists(file) || File.GetLastWriteTimeUtc(file) != kept.Written)
                PutBack(file, kept);
        }
    }

    private static IEnumerable<string> Entries(string folder) =>
        Directory.Exists(folder) ? [folder, .. Directory.EnumerateFileSystemEntries(folder, "*", Everything)] : [];

    private static void Remove(string entry)
    {
        try
        {
            if (Directory.Exists(entry))
                Directory.Delete(entry);
            else
                File.Delete(entry);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Somebody holds or filled it meanwhile, and so it is theirs.
        }
    }

    private static void PutBack(string file, KeptFile kept)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file) ?? "");
            File.WriteAllBytes(file, kept.Bytes);
            File.SetLastWriteTimeUtc(file, kept.Written);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // As above.
        }
    }

    private sealed record KeptFile(DateTime Written, byte[] Bytes);
}
