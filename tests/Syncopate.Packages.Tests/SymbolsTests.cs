using System.Collections.Immutable;
using System.Xml.Linq;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Packages.Tests;

/// <summary>What a debugger asks of a library: the symbols of these very assemblies, and where their sources are.</summary>
/// <param name="feed">The packages.</param>
[Trait("Judges", "behaviour")]
public sealed class SymbolsTests(Feed feed)
{
    private const string Remote = "https://github.com/example/syncopate";

    /// <summary>What has a library, and so symbols.</summary>
    public static TheoryData<string> Libraries =>
        ["Syncopate", "Syncopate.AspNetCore", "Syncopate.Crud", "Syncopate.Crud.AspNetCore"];

    [Theory]
    [MemberData(nameof(Libraries))]
    public void Each_assembly_of_a_library_has_its_own_symbols(string package)
    {
        SortedDictionary<string, ImmutableArray<byte>> assemblies = PackedSymbols.Files(feed.PathOf(package), ".dll");
        SortedDictionary<string, ImmutableArray<byte>> symbols = PackedSymbols.Files(SymbolsOf(package), ".pdb");

        Assert.NotEmpty(assemblies);
        Assert.Equal(assemblies.Keys, symbols.Keys);
        foreach ((string name, ImmutableArray<byte> assembly) in assemblies)
        {
            using PackedSymbols read = new(symbols[name]);
            Assert.Equal((name, PackedSymbols.IdFor(assembly)), (name, read.Id));
        }
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void What_lies_in_no_clone_is_inside_the_symbols(string package)
    {
        foreach ((string name, ImmutableArray<byte> pdb) in PackedSymbols.Files(SymbolsOf(package), ".pdb"))
        {
            using PackedSymbols read = new(pdb);
            (string Path, bool IsInside)[] sources = [.. read.Sources];

            Assert.NotEmpty(sources);
            Assert.DoesNotContain(sources, source => !source.IsInside && !IsInClone(source.Path));
        }
    }

    [Fact]
    public async Task Packages_of_a_clone_say_where_it_came_from_and_their_symbols_lead_there()
    {
        string folder = feed.NewFolder("cloned");
        CodeCopy copy = new(feed, folder);
        await copy.CommitAsync(["src/Syncopate.Crud", "src/Syncopate.Crud.Generator"], Remote + ".git");

        string package = Assert.Single(await copy.PackAsync("src/Syncopate.Crud"));

        string commit = (await feed.RunAsync(folder, "git", "rev-parse", "HEAD")).Trim();
        XElement repository = Feed.Describe(package).Elements().Single(e => e.Name.LocalName == "repository");
        Assert.Equal("git", (string?)repository.Attribute("type"));
        Assert.StartsWith(Remote, (string?)repository.Attribute("url"), StringComparison.Ordinal);
        Assert.Equal(commit, (string?)repository.Attribute("commit"));
        ImmutableArray<byte> pdb = Assert.Single(PackedSymbols.Files(Path.ChangeExtension(package, ".snupkg"), ".pdb")).Value;
        using PackedSymbols read = new(pdb);
        Assert.Contains($"https://raw.githubusercontent.com/example/syncopate/{commit}/*", read.SourceLink, StringComparison.Ordinal);
    }

    private string SymbolsOf(string package) => Path.ChangeExtension(feed.PathOf(package), ".snupkg");

    // As the compiler names it: the clone's own folder, or what a build for others puts in its place.
    private static bool IsInClone(string path)
    {
        string clone = Built.RepositoryRoot + "/";
        string own = path.Replace("/_/", clone, StringComparison.Ordinal);
        return own.StartsWith(clone, StringComparison.Ordinal) && !own.StartsWith(clone + "artifacts/", StringComparison.Ordinal)
            && File.Exists(own);
    }
}
