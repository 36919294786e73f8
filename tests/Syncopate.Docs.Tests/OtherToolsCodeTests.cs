using System.Diagnostics;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Syncopate.Docs.Tests;

/// <summary>The code of the page for those who come from other tools: C# compiled with the real BenchmarkDotNet and this library,
/// JavaScript read by Node.js.</summary>
[Trait("Judges", "behaviour")]
public sealed class OtherToolsCodeTests
{
    private const string Usings = "global using System; global using System.Collections.Generic; global using System.IO; global using "
        + "System.Linq; global using System.Net.Http; global using System.Threading; global using System.Threading.Tasks;";

    private static IEnumerable<CodeBlock> Blocks => CodeBlock.In(
        "docs/from-others.md", File.ReadAllLines(Path.Combine(Built.RepositoryRoot, "docs", "from-others.md")));

    [Fact]
    public void Every_block_of_csharp_compiles()
    {
        CodeBlock[] blocks = [.. Blocks.Where(block => block.Language == "csharp")];

        Assert.Equal(3, blocks.Length);
        Assert.Contains(blocks, block => block.Lines.Contains("using BenchmarkDotNet.Attributes;"));
        Assert.All(blocks, block => Assert.Empty(Errors(block)));
    }

    [Fact]
    public void A_block_that_does_not_compile_is_seen() =>
        Assert.NotEmpty(Errors(new CodeBlock("x:1", "csharp", ["using BenchmarkDotNet.Running;", "BenchmarkRunner.Walk<int>();"])));

    [Theory]
    [InlineData(null, 0)]
    [InlineData("export default function () { const answer = ; }", 1)]
    public async Task The_script_of_k6_is_one(string? planted, int exitCode)
    {
        Assert.SkipWhen(!(Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Any(folder => File.Exists(Path.Combine(folder, "node"))), "There is no node here, which reads JavaScript.");
        string code = planted ?? string.Join('\n', Assert.Single(Blocks, block => block.Language == "js").Lines);
        string file = Path.Combine(Directory.CreateTempSubdirectory("syncopate-k6-").FullName, "orders.mjs");
        await File.WriteAllTextAsync(file, code, TestContext.Current.CancellationToken);

        using Process node = Process.Start(new ProcessStartInfo("node", ["--check", file]) { RedirectStandardError = true })!;
        string error = await node.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await node.WaitForExitAsync(TestContext.Current.CancellationToken);
        Directory.Delete(Path.GetDirectoryName(file)!, recursive: true);

        Assert.True(node.ExitCode == exitCode, error);
    }

    private static IEnumerable<string> Errors(CodeBlock block)
    {
        // What begins with # is for `dotnet run`, and names the package that is referenced here as a project.
        string code = string.Join('\n', block.Lines.Select(line => line.StartsWith('#') ? "" : line));
        CSharpParseOptions options = new(LanguageVersion.Latest);
        SyntaxTree tree = CSharpSyntaxTree.ParseText(code, options);
        string[] references = ((string?)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES") ?? "").Split(Path.PathSeparator);
        return CSharpCompilation.Create(
                "Block",
                [tree, CSharpSyntaxTree.ParseText(Usings, options)],
                references.Select(path => MetadataReference.CreateFromFile(path)),
                new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable))
            .GetDiagnostics().Where(found => found.Severity == DiagnosticSeverity.Error)
            .Select(found => $"{block.Place}: {found.GetMessage(CultureInfo.InvariantCulture)}");
    }
}
