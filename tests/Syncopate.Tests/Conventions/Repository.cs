namespace Syncopate.Tests.Conventions;

/// <summary>The files of this repository, found from the test's own folder by the solution file above it.</summary>
internal static class Repository
{
    public static string Root { get; } = FindRoot();

    /// <summary>What builds, package managers and editors make: the folders that git ignores, and git's own (in a
    /// worktree, a file).</summary>
    private static readonly string[] NotOurs =
        [".git", .. File.ReadLines(Path.Combine(Root, ".gitignore")).Where(line => line.EndsWith('/')).Select(line => line.TrimEnd('/'))];

    /// <summary>Every file's path from the root, with '/' between the parts, in ordinal order.</summary>
    public static IReadOnlyList<string> Paths { get; } = [.. FilesBelow(Root).Select(RelativePath).Order(StringComparer.Ordinal)];

    /// <summary>Every C# file, parsed.</summary>
    public static IReadOnlyList<SourceFile> Sources { get; } =
        [.. Paths.Where(path => path.EndsWith(".cs", StringComparison.Ordinal)).Select(path => new SourceFile(path, Read(path)))];

    public static string Read(string path) => File.ReadAllText(Path.Combine(Root, path));

    private static string RelativePath(string file) => Path.GetRelativePath(Root, file).Replace('\\', '/');

    private static IEnumerable<string> FilesBelow(string folder) => Directory.EnumerateFileSystemEntries(folder)
        .Where(entry => !NotOurs.Contains(Path.GetFileName(entry)))
        .SelectMany(entry => Directory.Exists(entry) ? FilesBelow(entry) : [entry]);

    private static string FindRoot()
    {
        for (string? folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
            if (File.Exists(Path.Combine(folder, "Syncopate.slnx")))
                return folder;

        throw new InvalidOperationException($"No Syncopate.slnx above {AppContext.BaseDirectory}: the conventions read the repository they were built in.");
    }
}
