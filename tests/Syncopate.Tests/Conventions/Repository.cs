namespace Syncopate.Tests.Conventions;

/// <summary>The files of this repository, found from the test's own folder by the solution file above it.</summary>
internal static class Repository
{
    /// <summary>Folders that a build or a package manager makes; nothing in them is ours.</summary>
    private static readonly string[] MadeFolders = [".git", "artifacts", "node_modules", "bin", "obj", "syncopate-out"];

    public static string Root { get; } = FindRoot();

    /// <summary>Every file's path from the root, with '/' between the parts, in ordinal order.</summary>
    public static IReadOnlyList<string> Paths { get; } = [.. FilesBelow(Root).Select(RelativePath).Order(StringComparer.Ordinal)];

    /// <summary>Every C# file, parsed.</summary>
    public static IReadOnlyList<SourceFile> Sources { get; } =
        [.. Paths.Where(path => path.EndsWith(".cs", StringComparison.Ordinal)).Select(path => new SourceFile(path, Read(path)))];

    public static string Read(string path) => File.ReadAllText(Path.Combine(Root, path));

    private static string RelativePath(string file) => Path.GetRelativePath(Root, file).Replace('\\', '/');

    private static IEnumerable<string> FilesBelow(string folder) => Directory.EnumerateFiles(folder)
        .Concat(Directory.EnumerateDirectories(folder)
            .Where(inner => !MadeFolders.Contains(Path.GetFileName(inner)))
            .SelectMany(FilesBelow));

    private static string FindRoot()
    {
        for (var folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
            if (File.Exists(Path.Combine(folder, "Syncopate.slnx")))
                return folder;

        throw new InvalidOperationException($"No Syncopate.slnx above {AppContext.BaseDirectory}: the conventions read the repository they were built in.");
    }
}
