using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Rules;

/// <summary>SYNC2007: async methods and lambdas that give nothing to await; their errors end the process, and nobody knows when they are done.</summary>
internal static class AsyncVoidRule
{
    /// <summary>What is to be said of a method, a local function or a lambda; null when all is well with it.</summary>
    public static Sighting? Of(SyntaxNode node, FileContext file) => node switch
    {
        MethodDeclarationSyntax method when IsAsyncVoid(method.Modifiers, method.ReturnType) => OfMethod(method, file),
        LocalFunctionStatementSyntax local when IsAsyncVoid(local.Modifiers, local.ReturnType) && !IsHandler(local.ParameterList.Parameters.Count, file.Model.GetDeclaredSymbol(local)) =>
            Say(local, local.Identifier.ValueText, false),
        AnonymousFunctionExpressionSyntax lambda when lambda.AsyncKeyword != default => OfLambda(lambda, file),
        _ => null,
    };

    private static bool IsAsyncVoid(SyntaxTokenList modifiers, TypeSyntax type) =>
        modifiers.Any(SyntaxKind.AsyncKeyword) && type is PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.VoidKeyword };

    private static Sighting? OfMethod(MethodDeclarationSyntax method, FileContext file)
    {
        if (file.Model.GetDeclaredSymbol(method) is not { } symbol || IsHandler(method.ParameterList.Parameters.Count, symbol))
            return null;
        bool isBound = symbol.IsOverride || !symbol.ExplicitInterfaceImplementations.IsEmpty || ImplementsOutside(symbol);
        return Say(method, CallText.Member(symbol), isBound || IsSubscribed(method, symbol, file));
    }

    // (object, EventArgs) and its kin: the framework's way to subscribe.
    private static bool IsHandler(int parameters, ISymbol? symbol) => parameters == 2 && symbol is IMethodSymbol method
        && method.Parameters[0].Type.SpecialType == SpecialType.System_Object
        && (TypeNames.IsA(method.Parameters[1].Type, "System", "EventArgs") || method.Parameters[1].Type.Name.EndsWith("EventArgs", StringComparison.Ordinal)
            || method.Parameters[1].Type.Name.EndsWith("Args", StringComparison.Ordinal));

    private static bool ImplementsOutside(IMethodSymbol method) => method.ContainingType.AllInterfaces.Any(contract => contract.GetMembers(method.Name)
        .Any(member => SymbolEqualityComparer.Default.Equals(method.ContainingType.FindImplementationForInterfaceMember(member), method)));

    // Subscribed to an event in the same file: the event decides, not the method.
    private static bool IsSubscribed(MethodDeclarationSyntax method, IMethodSymbol symbol, FileContext file)
    {
        foreach (SyntaxNode node in method.SyntaxTree.GetRoot().DescendantNodes())
            if (node is IdentifierNameSyntax name && name.Identifier.ValueText == symbol.Name && name.Parent is AssignmentExpressionSyntax
                {
                    RawKind: (int)SyntaxKind.AddAssignmentExpression
                } subscription && subscription.Right == name && file.Model.GetSymbolInfo(name).Symbol is IMethodSymbol)
                return true;
        return false;
    }

    private static Sighting? OfLambda(AnonymousFunctionExpressionSyntax lambda, FileContext file)
    {
        if (file.Model.GetSymbolInfo(lambda).Symbol is not IMethodSymbol { ReturnsVoid: true } method)
            return null;
        SyntaxNode? place = lambda.Parent;
        while (place is ParenthesizedExpressionSyntax or CastExpressionSyntax)
            place = place.Parent;
        if (place is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.AddAssignmentExpression } || IsHandler(method.Parameters.Length, method))
            return null;
        string taken = place is ArgumentSyntax { Parent.Parent: ExpressionSyntax call }
            ? "`" + CallText.Short(call is InvocationExpressionSyntax invoked ? invoked.Expression : call) + "` takes a delegate that gives nothing"
            : "This becomes a delegate that gives nothing";
        return new Sighting(ScanRules.AsyncVoid, lambda,
            $"{taken}, so that nobody awaits this async lambda, and an error in it ends the process")
        {
            Head = TextSpan.FromBounds(lambda.SpanStart, ArrowOf(lambda).Span.End),
            IsNote = place is AssignmentExpressionSyntax,
        };
    }

    private static SyntaxToken ArrowOf(AnonymousFunctionExpressionSyntax lambda) => lambda switch
    {
        LambdaExpressionSyntax arrow => arrow.ArrowToken,
        AnonymousMethodExpressionSyntax method => method.DelegateKeyword,
        _ => lambda.GetFirstToken(),
    };

    private static SyntaxToken NameOf(SyntaxNode function) => function switch
    {
        MethodDeclarationSyntax method => method.Identifier,
        LocalFunctionStatementSyntax local => local.Identifier,
        _ => function.GetFirstToken(),
    };

    private static Sighting Say(SyntaxNode node, string name, bool isNote) => new(ScanRules.AsyncVoid, node,
        $"`{name}` is async and gives nothing to await: its caller goes on at once, and an error in it ends the process; give back a `Task`")
    {
        Head = NameOf(node).Span,
        IsNote = isNote,
    };
}
