using Syncopate.Crud.Tests;

namespace Syncopate.Tests.Conventions;

/// <summary>The files of this repository.</summary>
internal static class Repository
{
    public static string Root => SourceTree.Root;

    /// <summary>What builds, package managers and editors make: the folders that git ignores, and git's own (in a
    /// worktree, a file). A folder of cases is a solution full of mistakes that a test reads, and what templates hold is code of
    /// those who take them.</summary>
    private static readonly string[] NotOurs =
        [
            ".git",
            "Cases",
            "content",
            .. File.ReadLines(Path.Combine(Root, ".gitignore")).Where(line => line.EndsWith('/')).Select(line => line.TrimEnd('/')),
        ];

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
}
