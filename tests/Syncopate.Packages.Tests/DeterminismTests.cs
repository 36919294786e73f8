using System.IO.Compression;
using System.Security.Cryptography;
using Xunit;

namespace Syncopate.Packages.Tests;

/// <summary>The same code gives the same assemblies, wherever it lies: whoever doubts a package can make it again.</summary>
/// <param name="feed">The packages.</param>
[Trait("Judges", "laws")]
public sealed class DeterminismTests(Feed feed)
{
    // Razor writes the path of the clone into the code that it generates: docs/packages.md says so.
    private const string Razor = "/samples/SampleSite/SampleSite.dll ";

    /// <summary>A name, what is packed, what else that is made of, and how many assemblies there are at least.</summary>
    public static TheoryData<string, string, string, int> Products
    {
        get
        {
            TheoryData<string, string, string, int> products = new()
            {
                { "crud", "src/Syncopate.Crud src/Syncopate.Crud.AspNetCore", "src/Syncopate.Crud.Generator", 3 },
                {
                    "library", "src/Syncopate.Forms src/Syncopate.Endpoints",
                    "src/Syncopate src/Syncopate.Agent src/Syncopate.Load src/Syncopate.Planning src/Syncopate.Reporting "
                        + "src/Syncopate.Running", 8
                },
            };
            if (Feed.IsLong)
                products.Add("tool", "--systems any src/Syncopate.Cli", "src samples docs/rules", 20);
            return products;
        }
    }

    [Theory]
    [MemberData(nameof(Products))]
    public async Task Two_copies_of_the_code_in_different_places_give_the_same_assemblies(
        string name, string packed, string parts, int least)
    {
        IReadOnlyList<string> here = await PackAsync($"{name}-here", packed, parts);
        IReadOnlyList<string> there = await PackAsync(Path.Combine($"{name}-there", "deeper"), packed, parts);

        Assert.True(here.Count >= least, string.Join('\n', here));
        Assert.Equal(here, there);
    }

    // Gives each assembly of each package with its hash.
    private async Task<IReadOnlyList<string>> PackAsync(string place, string packed, string parts)
    {
        CodeCopy copy = new(feed, feed.NewFolder(place));
        string[] words = packed.Split(' ');
        string[] all = parts.Split(' ');
        await copy.CommitAsync(all.Contains("src") ? all : [.. words, .. all], null);
        List<string> assemblies = [];
        foreach (string package in await copy.PackAsync(words))
        {
            using ZipArchive archive = await ZipFile.OpenReadAsync(package, TestContext.Current.CancellationToken);
            foreach (ZipArchiveEntry entry in archive.Entries.Where(e => e.Name.EndsWith(".dll", StringComparison.Ordinal)))
            {
                using Stream content = await entry.OpenAsync(TestContext.Current.CancellationToken);
                byte[] hash = await SHA256.HashDataAsync(content, TestContext.Current.CancellationToken);
                assemblies.Add($"{entry.FullName} {Convert.ToHexString(hash)}");
            }
        }

        return [.. assemblies.Where(assembly => !assembly.Contains(Razor, StringComparison.Ordinal))];
    }
}
