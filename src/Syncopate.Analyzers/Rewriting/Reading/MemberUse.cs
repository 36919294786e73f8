using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Analyzers.Rewriting.Reading;

/// <summary>How a name that means a method is used.</summary>
internal enum UseKind
{
    /// <summary>It is called.</summary>
    Call,

    /// <summary>It is handed on as a delegate.</summary>
    Group,

    /// <summary>Only its name is asked for: in nameof and in documentation.</summary>
    Name,

    /// <summary>It is called so that the compiler cannot tell which overload is meant: something is missing.</summary>
    Unsure,
}

/// <summary>One place at which a method is used.</summary>
/// <param name="Name">The name as it stands there.</param>
/// <param name="Kind">How it is used.</param>
/// <param name="Method">What the compiler binds it to.</param>
internal sealed record MemberUse(SimpleNameSyntax Name, UseKind Kind, IMethodSymbol Method)
{
    /// <summary>The whole call, from the receiver to the closing parenthesis.</summary>
    public InvocationExpressionSyntax Call => CalledExpression(Name).Parent as InvocationExpressionSyntax
        ?? throw new InvalidOperationException($"{Name} is not called at {SourcePlace.Of(Name)}.");

    /// <summary>All uses of some methods in the code.</summary>
    public static IEnumerable<MemberUse> Of(IReadOnlyCollection<IMethodSymbol> methods, SourceSet code)
    {
        HashSet<NodeKey> keys = [.. methods.Select(method => NodeKey.Of(method)).OfType<NodeKey>()];
        return methods.Select(method => method.Name.Substring(method.Name.LastIndexOf('.') + 1)).Distinct()
            .SelectMany(code.Uses)
            .SelectMany(name => Bound(name, code.Model(name.SyntaxTree))
                .Where(method => NodeKey.Of(method) is { } key && keys.Contains(key))
                .Take(1)
                .Select(method => new MemberUse(name, KindOf(name, code.Model(name.SyntaxTree)), method)));
    }

    // A name in nameof or in documentation means all overloads at once.
    private static IEnumerable<IMethodSymbol> Bound(SimpleNameSyntax name, SemanticModel model)
    {
        SymbolInfo info = model.GetSymbolInfo(name);
        return info.Symbol is IMethodSymbol method ? [method] : info.CandidateSymbols.OfType<IMethodSymbol>();
    }

    private static UseKind KindOf(SimpleNameSyntax name, SemanticModel model)
    {
        if (name.IsPartOfStructuredTrivia() || CallParts.IsInNameof(name))
            return UseKind.Name;
        if (CalledExpression(name).Parent is not InvocationExpressionSyntax call || call.Expression != CalledExpression(name))
            return UseKind.Group;
        return model.GetSymbolInfo(name).Symbol is null ? UseKind.Unsure : UseKind.Call;
    }

    private static ExpressionSyntax CalledExpression(SimpleNameSyntax name) => name.Parent switch
    {
        MemberAccessExpressionSyntax access when access.Name == name => access,
        MemberBindingExpressionSyntax binding => binding,
        _ => name,
    };
}
