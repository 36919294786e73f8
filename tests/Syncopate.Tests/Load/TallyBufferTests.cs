using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.EndToEnd.Tests;
using Syncopate.Load;
using Syncopate.Tests.Conventions;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Compiles every C# block of docs/load.md against the library as it is, and reads its scenario.</summary>
public sealed class TallyBufferTests
{
    private const string Page = "docs/load.md";

    private const string Usings = """
        global using System;
        global using System.Collections.Generic;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using Syncopate;
        global using Syncopate.Load;
        global using Syncopate.Load.Engines;
        """;

    [Fact]
    public void Every_block_of_the_page_compiles()
    {
        IReadOnlyList<string> blocks = [.. Blocks("csharp")];

        Assert.InRange(blocks.Count, 3, 20);
        Assert.Empty(Complaints(blocks));
    }

    [Theory]
    [InlineData("Nonsense.Of(target);")]
    [InlineData("LoadResult result = await LoadEngine.Open(target).RunAsync(7, token);")]
    public void A_block_with_a_mistake_is_reported(string planted) => Assert.NotEmpty(Complaints([.. Blocks("csharp"), planted]));

    [Fact]
    public void The_scenario_of_the_page_is_one()
    {
        LoadScenario scenario = LoadScenario.Parse(Assert.Single(Blocks("json")));

        Assert.Equal(["log in", "/items?shop={shop}", "/orders/{item}"], scenario.Steps.Select(step => step.Name));
        Assert.Equal(["POST", "GET", "PUT"], scenario.Steps.Select(step => step.Method));
    }

    private static IEnumerable<string> Blocks(string language) =>
        CodeBlock.In(Page, File.ReadAllLines(Path.Combine(Repository.Root, Page)))
            .Where(block => block.Language == language)
            .Select(block => string.Join('\n', block.Lines));

    private static IEnumerable<string> Complaints(IReadOnlyList<string> blocks)
    {
        CSharpParseOptions options = new(LanguageVersion.Preview);
        // Never null: the runtime sets it.
        IEnumerable<string> references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator);
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Page",
            blocks
                .Select((block, place) => CSharpSyntaxTree.ParseText(Whole(block, place, options), options))
                .Append(CSharpSyntaxTree.ParseText(Usings, options)),
            references.Select(path => MetadataReference.CreateFromFile(path)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        return compilation.GetDiagnostics().Where(diagnostic =>
            diagnostic.Severity >= DiagnosticSeverity.Warning).Select(diagnostic => diagnostic.ToString());
    }

    // The block as it is when it declares something, else as the body of a method.
    private static string Whole(string block, int place, CSharpParseOptions options)
    {
        if (!CSharpSyntaxTree.ParseText(block, options).GetCompilationUnitRoot().Members.OfType<GlobalStatementSyntax>().Any())
            return block;
        string parameters =
            block.Contains("HttpTarget target =", StringComparison.Ordinal) ? "" : "HttpTarget target, CancellationToken token";
        return $"internal static class Block{place}\n{{\n    public static async Task RunAsync({parameters})\n    {{\n{block}\n    }}\n}}\n";
    }
}
