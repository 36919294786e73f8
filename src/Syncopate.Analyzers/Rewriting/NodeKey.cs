using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Analyzers.Rewriting;

/// <summary>
/// Names a declaration or lambda in the source. Symbols of one method differ from compilation to compilation, and nodes of
/// long blocks may be made anew each time they are asked for; the place stays.
/// </summary>
internal readonly record struct NodeKey(SyntaxTree Tree, TextSpan Span)
{
    public static NodeKey Of(SyntaxNode node) => new(node.SyntaxTree, node.Span);

    /// <summary>Of the declaration of a symbol; null where it is not in source.</summary>
    public static NodeKey? Of(ISymbol symbol)
    {
        ISymbol original = symbol is IMethodSymbol { ReducedFrom: { } extension } ? extension.OriginalDefinition : symbol.OriginalDefinition;
        SyntaxReference? declared = original.DeclaringSyntaxReferences.FirstOrDefault();
        return declared is null ? null : new NodeKey(declared.SyntaxTree, declared.Span);
    }
}
