using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Tests.Rewriting;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

/// <summary>What the framework of a project does not have is no advice for it, though the assemblies that it is read with have
/// it.</summary>
public sealed class FrameworkTests
{
    [Theory]
    [InlineData("""ZipFile.OpenRead("a").Dispose();""", "NET8_0", "NET8_0_OR_GREATER")]
    [InlineData("""ZipFile.OpenRead("a").Dispose();""", "DEBUG", "NET_MINE")]
    [InlineData("""File.ReadAllText("a");""", "NETFRAMEWORK")]
    [InlineData("""File.ReadAllText("a");""", "NETSTANDARD", "NETSTANDARD2_0")]
    [InlineData("""db.Commit();""", "NETFRAMEWORK")]
    [InlineData("""db.Connection!.BeginTransaction();""", "NETCOREAPP2_1")]
    [InlineData("""new System.Diagnostics.Process().WaitForExit();""", "NETCOREAPP3_1", "NETCOREAPP3_1_OR_GREATER")]
    [InlineData("""using var file = new FileStream("a", FileMode.Create);""", "NETFRAMEWORK")]
    public void A_form_that_the_framework_does_not_have_is_no_advice(string statements, params string[] symbols) =>
        Assert.Empty(Of(statements, symbols));

    [Theory]
    [InlineData("""ZipFile.OpenRead("a").Dispose();""", "NET10_0", "NET10_0_OR_GREATER", "NET8_0_OR_GREATER")]
    [InlineData("""File.ReadAllText("a");""", "DEBUG", "NET_MINE")]
    [InlineData("""File.ReadAllText("a");""", "NETSTANDARD", "NETSTANDARD2_1")]
    [InlineData("""File.ReadAllText("a");""", "NETCOREAPP2_0")]
    [InlineData("""db.Connection!.Open();""", "NETFRAMEWORK")]
    [InlineData("""new System.Diagnostics.Process().WaitForExit();""", "NET5_0")]
    [InlineData("""using var file = new FileStream("a", FileMode.Create);""", "NET8_0")]
    public void What_it_has_is(string statements, params string[] symbols) => Assert.Single(Of(statements, symbols));

    private static IReadOnlyList<Finding> Of(string statements, string[] symbols)
    {
        string source = "using System.IO.Compression; using System.Data.Common; "
            + "public class Code { public async Task RunAsync(DbTransaction db) { STATEMENTS await Task.Yield(); } }"
            .Replace("STATEMENTS", statements, StringComparison.Ordinal);
        CSharpParseOptions options = ((CSharpParseOptions)Specimen.Parse(source, "Code.cs").Options).WithPreprocessorSymbols(symbols);
        SyntaxTree tree = CSharpSyntaxTree.ParseText(source, options, "Code.cs", cancellationToken: TestContext.Current.CancellationToken);
        return RuleScan.Solution(Specimen.Compile("Case", [tree])).Findings;
    }
}
