using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Analyzers;
using Syncopate.Analyzers.Rewriting.Converting;
using Syncopate.Analyzers.Rewriting.Reading;
using Xunit;

namespace Syncopate.Scan.Tests.Rewriting;

/// <summary>The solution in <c>Cases</c>, and what the rules have to report in it by its marks.</summary>
internal static partial class MarkedSolution
{
    private const string WebUsings = """
        global using System.Net.Http.Json;
        global using Microsoft.AspNetCore.Builder;
        global using Microsoft.AspNetCore.Hosting;
        global using Microsoft.AspNetCore.Http;
        global using Microsoft.AspNetCore.Routing;
        global using Microsoft.Extensions.Configuration;
        global using Microsoft.Extensions.DependencyInjection;
        global using Microsoft.Extensions.Hosting;
        global using Microsoft.Extensions.Logging;
        """;

    /// <summary>The three projects, with the text of some files replaced.</summary>
    public static SourceSet Compile(IReadOnlyDictionary<string, string>? changed = null)
    {
        CSharpCompilation data = Specimen.Compile("Shop.Data", Trees("Shop.Data", changed)), jobs = Specimen.Compile("Shop.Jobs", Trees("Shop.Jobs", changed));
        CSharpCompilation web = Specimen.Compile("Shop.Web", [.. Trees("Shop.Web", changed), Specimen.Parse(WebUsings, "Shop.Web/Usings.cs")], data, jobs);
        return new SourceSet([data, jobs, web]);
    }

    /// <summary>What is marked with a plus, in the order of the files.</summary>
    public static IReadOnlyList<Sighting> Sightings(SourceSet code) =>
    [
        .. from compilation in code.Compilations
           from tree in compilation.SyntaxTrees
           from line in tree.GetText().Lines
           from Match mark in Mark().Matches(line.ToString())
           let rule = ScanRules.All.Single(rule => ScanRules.ClassOf(rule) == mark.Groups[1].Value)
           select Sight(rule, tree, line, code),
    ];

    private static IEnumerable<SyntaxTree> Trees(string project, IReadOnlyDictionary<string, string>? changed)
    {
        string root = Path.Combine(AppContext.BaseDirectory, "Cases");
        return Directory.EnumerateFiles(Path.Combine(root, project), "*.cs").Order(StringComparer.Ordinal)
            .Select(path => (Path: path, Name: Path.GetRelativePath(root, path).Replace('\\', '/')))
            .Select(file => Specimen.Parse(changed?.GetValueOrDefault(file.Name) ?? File.ReadAllText(file.Path), file.Name));
    }

    private static Sighting Sight(DiagnosticDescriptor rule, SyntaxTree tree, TextLine line, SourceSet code)
    {
        SyntaxNode[] nodes = [.. tree.GetRoot(TestContext.Current.CancellationToken).DescendantNodes(line.Span).Where(node => line.Span.Contains(node.SpanStart))];
        return rule.Id switch
        {
            "SYNC2006" => new Sighting(rule, nodes.OfType<AwaitExpressionSyntax>().First(), "") { Last = LastAwait(nodes.OfType<AwaitExpressionSyntax>().First()) },
            "SYNC2007" => new Sighting(rule, nodes.FirstOrDefault(node => node is AnonymousFunctionExpressionSyntax) ?? nodes.OfType<MethodDeclarationSyntax>().First(), ""),
            "SYNC2008" => new Sighting(rule, nodes.OfType<ExpressionStatementSyntax>().First(), ""),
            "SYNC2009" => new Sighting(rule, nodes.First(node => node is UsingStatementSyntax or LocalDeclarationStatementSyntax), ""),
            _ => Blocking(rule, nodes, code),
        };
    }

    private static Sighting Blocking(DiagnosticDescriptor rule, SyntaxNode[] nodes, SourceSet code)
    {
        Sighting[] calls = [.. nodes.Where(node => node is InvocationExpressionSyntax or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" }).Reverse().Select(node => new Sighting(rule, node, ""))];
        return calls.FirstOrDefault(call => FixEngine.Read(call, code).Site is not null) ?? calls[0];
    }

    private static AwaitExpressionSyntax? LastAwait(SyntaxNode first) => first.FirstAncestorOrSelf<BlockSyntax>()!.Statements
        .OfType<LocalDeclarationStatementSyntax>().SelectMany(statement => statement.DescendantNodes()).OfType<AwaitExpressionSyntax>().Last();

    [GeneratedRegex(@"\s\+([a-z_]+)")]
    private static partial Regex Mark();
}
