using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Hosts;

/// <summary>What keeps a method from becoming async by itself, whoever calls it.</summary>
internal static class MethodObstacle
{
    /// <summary>A sentence; null where nothing is in the way.</summary>
    public static string? Of(IMethodSymbol method, SyntaxNode declaration, SourceSet code)
    {
        string name = SourcePlace.Of(method);
        if (code.WhyClosed(declaration.SyntaxTree) is { } closed)
            return closed;
        if (method.Parameters.Any(parameter => parameter.RefKind != RefKind.None))
            return $"{name} has a ref, out or in parameter, which an async method cannot have.";
        if (method.Parameters.Any(parameter => parameter.Type.IsRefLikeType))
            return $"{name} takes a span, which an async method cannot take.";
        if (method.RefKind != RefKind.None || method.ReturnType.IsRefLikeType || method.ReturnType.TypeKind == TypeKind.Pointer)
            return $"{name} returns a reference or a span, which a task cannot hold.";
        if (Iterates(declaration))
            return $"{name} is an iterator.";
        if (Modifiers(declaration).Any(modifier => modifier.IsKind(SyntaxKind.UnsafeKeyword)))
            return $"{name} is unsafe.";
        if (Modifiers(declaration).Any(modifier => modifier.Kind() is SyntaxKind.PartialKeyword or SyntaxKind.ExternKeyword))
            return $"{name} is declared in parts or outside.";
        return code.IsGenerated(declaration.SyntaxTree) ? $"{name} stands in generated code." : AttributeObstacle(method, name);
    }

    private static string? AttributeObstacle(IMethodSymbol method, string name) => method.GetAttributes().Select(data => data.AttributeClass?.Name) switch
    {
        IEnumerable<string?> names when names.Contains("ConditionalAttribute") => $"{name} is conditional.",
        IEnumerable<string?> names when names.Contains("MethodImplAttribute")
            && (method.MethodImplementationFlags & System.Reflection.MethodImplAttributes.Synchronized) != 0 => $"{name} holds a lock while it runs.",
        _ => null,
    };

    private static bool Iterates(SyntaxNode declaration) =>
        declaration.DescendantNodes(node => node == declaration || node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax))
            .Any(node => node is YieldStatementSyntax);

    private static SyntaxTokenList Modifiers(SyntaxNode declaration) => declaration switch
    {
        MethodDeclarationSyntax method => method.Modifiers,
        LocalFunctionStatementSyntax local => local.Modifiers,
        _ => default,
    };
}
