using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.EndToEnd.Tests;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>Every C# block of the page on the library compiles as it stands.</summary>
[Trait("Judges", "time")]
public sealed class DocumentedCodeTests
{
    private const string Usings = "global using System; global using System.Collections.Generic; global using System.Linq; global using "
        + "System.Threading; global using System.Threading.Tasks;";

    [Fact]
    public void Every_block_of_the_page_compiles()
    {
        string page = Path.Combine(Built.RepositoryRoot, "docs", "library.md");
        CodeBlock[] blocks = [.. CodeBlock.In("docs/library.md", File.ReadAllLines(page)).Where(b => b.Language == "csharp")];

        Assert.Equal(4, blocks.Length);
        Assert.All(blocks, block => Assert.Empty(Errors(block)));
    }

    [Fact]
    public void A_block_that_does_not_compile_is_seen() =>
        Assert.NotEmpty(Errors(new CodeBlock("x:1", "csharp", ["using Syncopate;", "return await Forms.Of(7).RunAsync(args);"])));

    private static IEnumerable<string> Errors(CodeBlock block)
    {
        // What begins with # is for `dotnet run`, and names the package that is referenced here as a project.
        string code = string.Join('\n', block.Lines.Select(line => line.StartsWith('#') ? "" : line));
        CSharpParseOptions options = new(LanguageVersion.Latest);
        SyntaxTree tree = CSharpSyntaxTree.ParseText(code, options);
        bool isProgram = tree.GetCompilationUnitRoot().Members.OfType<GlobalStatementSyntax>().Any();
        string[] references = ((string?)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES") ?? "").Split(Path.PathSeparator);
        return CSharpCompilation.Create(
                "Block",
                [tree, CSharpSyntaxTree.ParseText(Usings, options)],
                references.Select(path => MetadataReference.CreateFromFile(path)),
                new CSharpCompilationOptions(isProgram ? OutputKind.ConsoleApplication
                    : OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable))
            .GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error).Select(d =>
                $"{block.Place}: {d.GetMessage(CultureInfo.InvariantCulture)}");
    }
}
