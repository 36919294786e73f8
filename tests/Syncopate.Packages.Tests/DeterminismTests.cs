using System.IO.Compression;
using System.Security.Cryptography;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Packages.Tests;

/// <summary>The same code gives the same assemblies, wherever it lies: whoever doubts a package can make it again.</summary>
/// <param name="feed">The packages.</param>
[Trait("Judges", "laws")]
public sealed class DeterminismTests(Feed feed)
{
    private static readonly string[] Projects = ["src/Syncopate.Crud", "src/Syncopate.Crud.AspNetCore"];

    // As much of the repository as these projects are made of.
    private static readonly string[] Parts =
    [
        .. Projects, "src/Syncopate.Crud.Generator", "docs/icon.png", "pack", "global.json", ".editorconfig", "BannedSymbols.txt",
        "Package.props", "Directory.Build.props", "Directory.Packages.props",
    ];

    [Fact]
    public async Task Two_copies_of_the_code_in_different_places_give_the_same_assemblies()
    {
        IReadOnlyList<string> here = await PackAsync(feed.NewFolder("here"));
        IReadOnlyList<string> there = await PackAsync(feed.NewFolder(Path.Combine("there", "deeper")));

        Assert.Equal(3, here.Count);
        Assert.Equal(here, there);
    }

    // Gives each assembly of each package with its hash.
    private async Task<IReadOnlyList<string>> PackAsync(string folder)
    {
        foreach (string part in Parts)
            Copy(Path.Combine(Built.RepositoryRoot, part), Path.Combine(folder, part));
        // A commit of the same content, author and time has the same name, which assemblies tell.
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
        await feed.RunAsync(folder, Path.Combine(folder, "pack"), Projects);

        List<string> assemblies = [];
        string[] packages = Directory.GetFiles(Path.Combine(folder, "artifacts", "packages"), "*.nupkg");
        foreach (string package in packages.Order(StringComparer.Ordinal))
        {
            using ZipArchive archive = await ZipFile.OpenReadAsync(package, TestContext.Current.CancellationToken);
            foreach (ZipArchiveEntry entry in archive.Entries.Where(e => e.Name.EndsWith(".dll", StringComparison.Ordinal)))
            {
                using Stream content = await entry.OpenAsync(TestContext.Current.CancellationToken);
                byte[] hash = await SHA256.HashDataAsync(content, TestContext.Current.CancellationToken);
                assemblies.Add($"{entry.FullName} {Convert.ToHexString(hash)}");
            }
        }
        return assemblies;
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
