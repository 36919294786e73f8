using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Rules;

/// <summary>SYNC2008: a task is started and dropped, so that nobody sees when it is done or that it failed.</summary>
internal static class DroppedTaskRule
{
    /// <summary>What is to be said of a call that stands as a statement, or is the body of a void member; null when its task is kept.</summary>
    public static Sighting? Of(SyntaxNode node, FileContext file)
    {
        ExpressionSyntax? expression = node switch
        {
            ExpressionStatementSyntax statement => statement.Expression,
            ArrowExpressionClauseSyntax arrow when IsVoid(arrow, file) => arrow.Expression,
            _ => null,
        };
        if (expression is ConditionalAccessExpressionSyntax maybe)
            expression = maybe.WhenNotNull;
        if (expression is not InvocationExpressionSyntax call || file.Model.GetSymbolInfo(call).Symbol is not IMethodSymbol method)
            return null;
        if (!GivesTask(method) || IsObserved(call, method, file) || file.KindAt(call, out _) == FunctionKind.Expression)
            return null;
        return new Sighting(ScanRules.DroppedTask, call,
            $"`{CallText.Short(call)}` starts a task and drops it: nobody sees when it is done or that it failed; await it, or keep it")
        {
            IsNote = IsOnPool(method) && CatchesAll(call),
        };
    }

    // What ConfigureAwait gives is no task, but stands for one.
    private static bool GivesTask(IMethodSymbol method) =>
        TaskTypes.IsTask(method.ReturnType) || (method.Name == "ConfigureAwait" && TaskTypes.IsTask(method.ContainingType));

    private static bool IsVoid(ArrowExpressionClauseSyntax arrow, FileContext file) => arrow.Parent switch
    {
        MethodDeclarationSyntax method => method.ReturnType is PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.VoidKeyword },
        LocalFunctionStatementSyntax local => local.ReturnType is PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.VoidKeyword },
        ConstructorDeclarationSyntax or DestructorDeclarationSyntax => true,
        AccessorDeclarationSyntax accessor => accessor.Kind() is SyntaxKind.SetAccessorDeclaration or SyntaxKind.InitAccessorDeclaration,
        _ => false,
    };

    private static bool IsOnPool(IMethodSymbol method) => Function.IsPool(method);

    // A continuation that looks at the outcome, a method that is meant to forget, and what tests and mocks record.
    private static bool IsObserved(InvocationExpressionSyntax call, IMethodSymbol method, FileContext file)
    {
        if (method.Name is "ContinueWith" or "Forget" or "SafeFireAndForget" or "FireAndForget" or "IgnoreAwait" or "NoWait" or "Orphan")
            return true;
        if (CallParts.ReceiverOf(call) is { } receiver && TaskTypes.IsTask(file.Model.GetTypeInfo(receiver).Type) && method.IsExtensionMethod)
            return true;
        return Configures(method);
    }

    // builder.Setup(…), Received().SendAsync(…), A.CallTo(…): recorded, not started.
    private static bool Configures(IMethodSymbol method)
    {
        string space = TypeNames.NamespaceOf(method.ContainingType);
        return space.StartsWith("Moq", StringComparison.Ordinal) || space.StartsWith("NSubstitute", StringComparison.Ordinal)
            || space.StartsWith("FakeItEasy", StringComparison.Ordinal) || space.StartsWith("Xunit", StringComparison.Ordinal)
            || space.StartsWith("NUnit", StringComparison.Ordinal) || space.StartsWith("FluentAssertions", StringComparison.Ordinal);
    }

    private static bool CatchesAll(InvocationExpressionSyntax call) =>
        call.ArgumentList.Arguments.FirstOrDefault()?.Expression is AnonymousFunctionExpressionSyntax { Block: { Statements: { Count: 1 } statements } }
        && statements[0] is TryStatementSyntax attempt
        && attempt.Catches.Any(caught => caught.Declaration is null || caught.Declaration.Type.ToString() is "Exception" or "System.Exception");
}
