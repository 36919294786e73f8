using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Loading;
using Syncopate.Scan.Scanning;
using Syncopate.Scan.Tests.Rewriting;
using Xunit;

namespace Syncopate.Scan.Tests;

/// <summary>The pages of the rules: each has its code before and after and with a pragma, and the scan itself says what is true of
/// them.</summary>
public sealed class RulePageTests
{
    private static readonly string[] Sections = ["Before", "After", "Why", "When not to", "How to suppress", "Known limitations"];

    // The pages lie beside the tool, as users have them.
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "docs", "rules");

    public static TheoryData<string> Rules => [.. ScanRule.All.Select(r => r.Id)];

    [Fact]
    public void Each_rule_has_a_page_and_each_page_a_rule() =>
        Assert.Equal(ScanRule.All.Select(r => r.Id), Directory.GetFiles(Folder, "*.md").Select(Path.GetFileNameWithoutExtension).Order());

    [Theory]
    [MemberData(nameof(Rules))]
    public void A_page_has_its_title_and_sections_and_ends_with_what_it_cannot(string id)
    {
        string[] lines = Lines(id);

        Assert.Equal($"# {id}: {ScanRule.Of(id).Title}", lines[0]);
        Assert.Equal(Sections, lines.Where(l => l.StartsWith("## ", StringComparison.Ordinal)).Select(l => l[3..]));
        Assert.Contains($"dotnet_diagnostic.{id}.severity = none", lines);
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void The_code_before_is_found_by_this_rule_and_by_no_other(string id)
    {
        IReadOnlyList<Finding> found = Scan(Blocks(id)[0]);

        Assert.Equal(id, Assert.Single(found.Select(f => f.Rule).Distinct()));
        Assert.All(found, f => Assert.Null(f.Suppressed));
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void In_the_code_after_nothing_is_found(string id) => Assert.Empty(Scan(Blocks(id)[1]));

    [Theory]
    [MemberData(nameof(Rules))]
    public void The_pragma_silences_what_would_be_found(string id)
    {
        string code = Blocks(id)[2];
        IReadOnlyList<Finding> found = Scan(code);

        Assert.Contains(found, f => f.Rule == id);
        Assert.All(found, f => Assert.NotNull(f.Suppressed));
        Assert.All(Scan(code.Replace("#pragma", "//", StringComparison.Ordinal)), f => Assert.Null(f.Suppressed));
    }

    [Fact]
    public void Code_that_does_not_compile_is_refused() => Assert.ThrowsAny<Exception>(() => Scan("class Broken { int Number => none; }"));

    private static IReadOnlyList<Finding> Scan(string code)
    {
        string root = Path.GetTempPath();
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Page",
            [CSharpSyntaxTree.ParseText(code, path: Path.Combine(root, "Page.cs")),
                CSharpSyntaxTree.ParseText(Specimen.Usings, path: Path.Combine(root, "Usings.cs"))],
            References(),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        Assert.Empty(compilation.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error).Select(d => d.ToString()));
        LoadedProject project = new("Page", Path.Combine(root, "Page.csproj"), "net10.0", compilation, IsTest: false, IsRestored: true);
        return SolutionScan.Run(
            new LoadedSolution(root, [project], []), new ScanOptions(root), static _ => { }, TestContext.Current.CancellationToken).Result.Findings;
    }

    // The runtime's own, and those of ASP.NET Core, which lie beside it.
    private static IEnumerable<MetadataReference> References()
    {
        string runtime = Path.GetDirectoryName(typeof(object).Assembly.Location)!; // It is no single file.
        string web = Path.Combine(runtime, "..", "..", "Microsoft.AspNetCore.App", Path.GetFileName(runtime));
        Assert.True(Directory.Exists(web), $"ASP.NET Core is not beside the runtime: {web}");
        string[] own = ((string?)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES") ?? "").Split(Path.PathSeparator);
        return own.Where(f => Path.GetDirectoryName(f) == runtime).Concat(Directory.GetFiles(web, "Microsoft.*.dll"))
            .Select(f => MetadataReference.CreateFromFile(f));
    }

    private static string[] Lines(string id) => File.ReadAllLines(Path.Combine(Folder, id + ".md"));

    private static string[] Blocks(string id)
    {
        string[] parts = string.Join('\n', Lines(id)).Split("```");
        string[] blocks = [.. parts.Where((part, i) => i % 2 == 1 && part.StartsWith("csharp\n", StringComparison.Ordinal))
            .Select(part => part["csharp\n".Length..])];
        Assert.Equal(3, blocks.Length);
        return blocks;
    }
}
