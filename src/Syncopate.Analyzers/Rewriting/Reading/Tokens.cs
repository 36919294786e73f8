using Microsoft.CodeAnalysis;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Rewriting.Reading;

/// <summary>The token of cancellation that a call can hand on.</summary>
internal static class Tokens
{
    /// <summary>The name of the token that is at hand: the one of the nearest function that has any; null where there is none, or more
    /// than one there.</summary>
    public static string? At(SemanticModel model, int position)
    {
        ISymbol[] tokens = [.. model.LookupSymbols(position).Where(symbol => IsAtHand(symbol, position))];
        for (ISymbol? function = model.GetEnclosingSymbol(position); function is IMethodSymbol; function = function.ContainingSymbol)
        {
            ISymbol[] own = [.. tokens.Where(token => SymbolEqualityComparer.Default.Equals(token.ContainingSymbol, function))];
            if (own.Length > 0)
                return own.Length == 1 ? own[0].Name : null;
        }
        return null;
    }

    private static bool IsAtHand(ISymbol symbol, int position) => symbol switch
    {
        // A parameter of a primary constructor belongs to the object, not to this call.
        IParameterSymbol parameter => TaskTypes.IsToken(parameter.Type)
            && parameter.RefKind == RefKind.None && parameter.ContainingSymbol is IMethodSymbol { MethodKind: not MethodKind.Constructor },
        ILocalSymbol local => TaskTypes.IsToken(local.Type)
            && local.DeclaringSyntaxReferences.FirstOrDefault() is { } declared
            && declared.Span.End <= position
            && declared.GetSyntax().ToString().IndexOf('=') > 0,
        _ => false,
    };
}
