using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Packages.Tests;

/// <summary>As much of the repository as some projects are made of, in a folder and a commit of its own.</summary>
/// <param name="feed">Who packs it.</param>
/// <param name="folder">Where it lies; it has a nuget.config.</param>
internal sealed class CodeCopy(Feed feed, string folder)
{
    private static readonly string[] Settings =
    [
        "docs/icon.png", "pack", "global.json", ".editorconfig", "BannedSymbols.txt", "Package.props", "Directory.Build.props",
        "Directory.Packages.props",
    ];

    /// <summary>Copies, and commits: a commit of the same content, author and time has the same name, which assemblies tell.</summary>
    /// <param name="parts">Files and folders, beside the settings of the build.</param>
    /// <param name="remote">Where it says that it comes from; null for nowhere.</param>
    public async Task CommitAsync(IEnumerable<string> parts, string? remote)
    {
        foreach (string part in parts.Concat(Settings))
            Copy(Path.Combine(Built.RepositoryRoot, part), Path.Combine(folder, part));
        Dictionary<string, string> author = new()
        {
            ["GIT_AUTHOR_DATE"] = "2026-01-01T00:00:00Z",
            ["GIT_COMMITTER_DATE"] = "2026-01-01T00:00:00Z",
        };
        await feed.RunAsync(folder, "git", "init", "-q");
        await feed.RunAsync(folder, "git", "add", "pack");
        (int code, string output) = await feed.TryAsync(
            folder, author, "git", "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "Pack");
        Assert.True(code == 0, output);
        if (remote is not null)
            await feed.RunAsync(folder, "git", "remote", "add", "origin", remote);
    }

    /// <summary>Packs, and gives the packages by name; those of symbols are not among them.</summary>
    /// <param name="words">What <c>./pack</c> is asked for.</param>
    public async Task<IReadOnlyList<string>> PackAsync(params string[] words)
    {
        await feed.RunAsync(folder, Path.Combine(folder, "pack"), words);
        string packages = Path.Combine(folder, "artifacts", "packages");
        return [.. Directory.GetFiles(packages, "*.nupkg").Order(StringComparer.Ordinal)];
    }

    private static void Copy(string from, string to)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(to)!);
        if (File.Exists(from))
        {
            File.Copy(from, to);
            return;
        }

        foreach (string each in Directory.GetFileSystemEntries(from))
            Copy(each, Path.Combine(to, Path.GetFileName(each)));
    }
}
