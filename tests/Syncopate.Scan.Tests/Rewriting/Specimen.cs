using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Analyzers;
using Syncopate.Analyzers.Rewriting.Converting;
using Syncopate.Analyzers.Rewriting.Reading;
using Xunit;

namespace Syncopate.Scan.Tests.Rewriting;

/// <summary>Source whose marks <c>[|…|]</c> say what a rule would report. What comes out of a rewriting has to compile.</summary>
internal static class Specimen
{
    /// <summary>What the SDK gives each file.</summary>
    public const string Usings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    /// <summary>What the test program itself runs on.</summary>
    public static readonly IReadOnlyList<MetadataReference> References =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => !Path.GetFileName(path).StartsWith("Syncopate", StringComparison.Ordinal))
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    // The compiler keeps the symbols of a reference as long as some compilation that has asked for them: this one has, and stays.
    // Without it each case read the framework anew.
    private static readonly CSharpCompilation Kept = Keep();

    /// <summary>Rewrites and expects a text.</summary>
    public static void Becomes(DiagnosticDescriptor rule, string before, string after, FixReach reach = FixReach.Solution)
    {
        (FixPlan plan, SyntaxTree tree) = Rewrite(rule, before, reach);

        Assert.All(plan.Answers, answer => Assert.Null(answer.Refusal));
        Assert.Equal(after, Text(plan, tree));
        Emits(Compile("Changed", [Parse(after, "Changed.cs")]));
    }

    /// <summary>Expects that the compiler also emits, as some of its errors come only then.</summary>
    public static void Emits(CSharpCompilation compilation) =>
        Assert.Empty(compilation.Emit(Stream.Null).Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));

    /// <summary>Expects that nothing is changed, and a word of the reason.</summary>
    public static void Stays(DiagnosticDescriptor rule, string before, string reason, FixReach reach = FixReach.Solution)
    {
        (FixPlan plan, _) = Rewrite(rule, before, reach);

        Assert.Contains(plan.Answers, answer => answer.Refusal is not null);
        Assert.Contains(reason, string.Join('\n', plan.Answers.Select(answer => answer.Refusal)), StringComparison.Ordinal);
        Assert.Empty(plan.Edits.Trees);
    }

    /// <summary>A project of some files, which must compile.</summary>
    public static CSharpCompilation Compile(string name, IEnumerable<SyntaxTree> trees, params CSharpCompilation[] used)
    {
        SyntaxTree[] all = [.. trees, Parse(Usings, name + ".Usings.cs")];
        bool isProgram = all.Any(tree => tree.GetRoot().ChildNodes().Any(node => node.IsKind(SyntaxKind.GlobalStatement)));
        CSharpCompilation compilation = CSharpCompilation.Create(
            name,
            all,
            Kept.References.Concat(used.Select(other => other.ToMetadataReference())),
            new CSharpCompilationOptions(isProgram ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable));
        Assert.Empty(compilation.GetDiagnostics(TestContext.Current.CancellationToken).Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        return compilation;
    }

    private static CSharpCompilation Keep()
    {
        CSharpCompilation kept = CSharpCompilation.Create("Kept", [], References);
        Assert.NotNull(kept.GetTypeByMetadataName("System.Linq.Queryable"));
        return kept;
    }

    /// <summary>Parses a file, with the text of documentation.</summary>
    public static SyntaxTree Parse(string text, string path) => CSharpSyntaxTree.ParseText(
        SourceText.From(text), new CSharpParseOptions(LanguageVersion.Latest, DocumentationMode.Parse), path, TestContext.Current.CancellationToken);

    /// <summary>The text of a file after a change.</summary>
    public static string Text(FixPlan plan, SyntaxTree tree) =>
        plan.Edits.Trees.Contains(tree) ? tree.GetText().WithChanges(plan.Edits.ChangesOf(tree)!).ToString() : tree.ToString();

    /// <summary>Takes the marks out of a text.</summary>
    public static (string Text, IReadOnlyList<TextSpan> Spans) Unmark(string marked)
    {
        StringBuilder text = new();
        List<TextSpan> spans = [];
        Stack<int> open = [];
        for (int position = 0; position < marked.Length; position++)
        {
            string pair = marked.Substring(position, Math.Min(2, marked.Length - position));
            if (pair == "[|")
                open.Push(text.Length);
            else if (pair == "|]")
                spans.Add(TextSpan.FromBounds(open.Pop(), text.Length));
            else
                text.Append(marked[position]);
            position += pair is "[|" or "|]" ? 1 : 0;
        }

        return (text.ToString(), spans);
    }

    /// <summary>The sighting of a rule at a place.</summary>
    public static Sighting Sight(DiagnosticDescriptor rule, SyntaxTree tree, TextSpan span)
    {
        SyntaxNode root = tree.GetRoot(TestContext.Current.CancellationToken);
        SyntaxNode first = root.FindNode(span, getInnermostNodeForTie: true);
        return new Sighting(rule, first, "It blocks.");
    }

    private static (FixPlan Plan, SyntaxTree Tree) Rewrite(DiagnosticDescriptor rule, string marked, FixReach reach)
    {
        (string text, IReadOnlyList<TextSpan> spans) = Unmark(marked);
        SyntaxTree tree = Parse(text, "Specimen.cs");
        SourceSet code = new([Compile("Specimen", [tree])]);
        return (FixEngine.Plan(code, [.. spans.Select(span => Sight(rule, tree, span))], reach, TestContext.Current.CancellationToken), tree);
    }
}
