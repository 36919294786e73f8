using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>Binds the changed code in memory: a change that adds an error is not offered.</summary>
internal static class CompileCheck
{
    // Called without await: legal, and never what was meant.
    private const string NotAwaited = "CS4014";

    /// <summary>The errors that were not there before, with the place in the old file.</summary>
    public static IReadOnlyList<AddedError> Errors(SourceSet code, EditSet edits)
    {
        Dictionary<SyntaxTree, SyntaxTree> changed = [];
        foreach (SyntaxTree tree in edits.Trees)
            changed[tree] = edits.ChangesOf(tree) is { } changes ? tree.WithChangedText(tree.GetText().WithChanges(changes)) : tree;

        Dictionary<CSharpCompilation, CSharpCompilation> renewed = [];
        foreach (CSharpCompilation compilation in code.Compilations)
            Renew(compilation, code, changed, renewed);
        HashSet<SyntaxTree> reached = [.. changed.Keys, .. changed.Keys.SelectMany(Declared).Distinct().SelectMany(code.TreesNaming)];
        return
        [
            .. code.Compilations.Where(compilation => renewed[compilation] != compilation)
                .SelectMany(compilation => compilation.SyntaxTrees
                    .Where(reached.Contains)
                    .SelectMany(tree => Added(tree, changed, code, renewed[compilation], edits))),
        ];
    }

    private static CSharpCompilation Renew(
        CSharpCompilation compilation, SourceSet code, Dictionary<SyntaxTree, SyntaxTree> changed, Dictionary<CSharpCompilation, CSharpCompilation> renewed)
    {
        if (renewed.TryGetValue(compilation, out CSharpCompilation? done))
            return done;
        CSharpCompilation result = compilation;
        foreach (SyntaxTree tree in compilation.SyntaxTrees.Where(changed.ContainsKey))
            result = result.ReplaceSyntaxTree(tree, changed[tree]);
        foreach (CompilationReference reference in compilation.References.OfType<CompilationReference>())
            if (reference.Compilation is CSharpCompilation used && code.Compilations.Contains(used)
                && Renew(used, code, changed, renewed) is { } other && other != used)
                result = result.ReplaceReference(reference, other.ToMetadataReference(reference.Properties.Aliases, reference.Properties.EmbedInteropTypes));
        return renewed[compilation] = result;
    }

    // What a method that changed its signature is known by elsewhere.
    private static IEnumerable<string> Declared(SyntaxTree tree) =>
        tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>().Select(method => method.Identifier.ValueText);

    private static IEnumerable<AddedError> Added(
        SyntaxTree tree, Dictionary<SyntaxTree, SyntaxTree> changed, SourceSet code, CSharpCompilation after, EditSet edits)
    {
        bool isChanged = changed.TryGetValue(tree, out SyntaxTree? newTree);
        IReadOnlyCollection<string> known = code.Known(tree, model => [.. Grave(model.GetDiagnostics()).Select(Text)]);
        IReadOnlyList<TextChange> changes = isChanged ? edits.ChangesOf(tree) ?? [] : [];
        return Grave(after.GetSemanticModel(newTree ?? tree).GetDiagnostics())
            .Where(diagnostic => !known.Contains(Text(diagnostic)))
            .Select(diagnostic => (Diagnostic: diagnostic, Position: Back(diagnostic.Location.SourceSpan.Start, changes)))
            .Where(error => error.Diagnostic.Severity == DiagnosticSeverity.Error || !WasDropped(tree, error.Position, code))
            .Select(error => new AddedError(tree, error.Position, Text(error.Diagnostic)));
    }

    // The compiler warns of dropped tasks in async methods only: one that was dropped before is no work of the change.
    private static bool WasDropped(SyntaxTree tree, int position, SourceSet code) =>
        tree.GetRoot().FindToken(position).Parent?.FirstAncestorOrSelf<ExpressionStatementSyntax>() is { } statement
        && Knowledge.TaskTypes.IsTask(code.Model(tree).GetTypeInfo(statement.Expression).Type);

    private static IEnumerable<Diagnostic> Grave(ImmutableArray<Diagnostic> diagnostics) =>
        diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error || diagnostic.Id == NotAwaited);

    private static string Text(Diagnostic diagnostic) => diagnostic.Id + ": " + diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture);

    // The old position of what stands at a new one.
    private static int Back(int position, IReadOnlyList<TextChange> changes)
    {
        int moved = 0;
        foreach (TextChange change in changes)
        {
            int start = change.Span.Start + moved, length = change.NewText?.Length ?? 0;
            if (position < start)
                break;
            if (position < start + length)
                return change.Span.Start;
            moved += length - change.Span.Length;
        }

        return position - moved;
    }
}

/// <summary>An error that a change would add.</summary>
/// <param name="Tree">The file as it is.</param>
/// <param name="Position">Where, in the file as it is.</param>
/// <param name="Text">What the compiler says.</param>
internal sealed record AddedError(SyntaxTree Tree, int Position, string Text);
