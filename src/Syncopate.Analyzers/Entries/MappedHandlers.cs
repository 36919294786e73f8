using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Analyzers.Entries;

/// <summary>Methods that are given by name to MapGet and its kin. Looked for once, when first asked; safe to use from several threads.</summary>
internal sealed class MappedHandlers
{
    private readonly Lazy<Dictionary<(SyntaxTree, int), Entry>> _entries;

    /// <param name="trees">Where routes may be mapped.</param>
    /// <param name="code">Gives the models of these.</param>
    public MappedHandlers(IEnumerable<SyntaxTree> trees, SourceCode code) => _entries = new(() => Find(trees, code));

    /// <summary>The entry that the method is; null when no route is mapped to it.</summary>
    public Entry? Of(IMethodSymbol method) => method.DeclaringSyntaxReferences.FirstOrDefault() is { } reference
        && _entries.Value.TryGetValue((reference.SyntaxTree, reference.Span.Start), out Entry? entry) ? entry : null;

    private static Dictionary<(SyntaxTree, int), Entry> Find(IEnumerable<SyntaxTree> trees, SourceCode code)
    {
        Dictionary<(SyntaxTree, int), Entry> entries = [];
        foreach (SyntaxTree tree in trees)
        {
            foreach (SyntaxNode node in tree.GetRoot().DescendantNodes())
            {
                if (node is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call
                    || !access.Name.Identifier.ValueText.StartsWith("Map", StringComparison.Ordinal) || call.ArgumentList.Arguments.Count == 0)
                    continue;
                ExpressionSyntax handler = call.ArgumentList.Arguments[call.ArgumentList.Arguments.Count - 1].Expression;
                if (handler is not (IdentifierNameSyntax or MemberAccessExpressionSyntax or GenericNameSyntax) || code.ModelOf(tree) is not { } model
                    || EntryPoints.OfMapping(call, model) is not { } entry)
                    continue;
                SymbolInfo info = model.GetSymbolInfo(handler);
                foreach (ISymbol symbol in info.Symbol is null ? info.CandidateSymbols : [info.Symbol])
                    if (symbol.DeclaringSyntaxReferences.FirstOrDefault() is { } reference)
                        entries[(reference.SyntaxTree, reference.Span.Start)] = entry;
            }
        }
        return entries;
    }
}
