using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Flow;

/// <summary>How a piece of code is run.</summary>
internal enum FunctionKind
{
    /// <summary>Sync code: whoever calls it waits.</summary>
    Sync,

    /// <summary>Async, or gives a task: whoever calls it awaits.</summary>
    Async,

    /// <summary>A delegate that LINQ, a list or the pool runs at once, within async code.</summary>
    RunsInside,

    /// <summary>A delegate handed to Task.Run: it runs on a thread of the pool.</summary>
    OnPool,

    /// <summary>Translated into a query, never run as it stands.</summary>
    Expression,

    /// <summary>A thread of its own: it may block as it likes.</summary>
    OwnThread,

    /// <summary>The entry of the program, which runs once.</summary>
    Start,
}

/// <summary>The code that a node belongs to: the nearest method, accessor, constructor, local function or lambda, or the top level.</summary>
internal static class Function
{
    /// <summary>The nearest function around the node; the compilation unit for the top level; null for initialisers of fields and attributes.</summary>
    public static SyntaxNode? Around(SyntaxNode node)
    {
        for (SyntaxNode? up = node.Parent; up is not null; up = up.Parent)
        {
            if (IsFunction(up))
                return up;
            if (up is GlobalStatementSyntax)
                return up.Parent;
            if (up is TypeDeclarationSyntax or AttributeSyntax)
                return null;
        }
        return null;
    }

    /// <summary>True for a node that code runs in: a method, accessor, lambda and the like.</summary>
    public static bool IsFunction(SyntaxNode node) => node is BaseMethodDeclarationSyntax or AccessorDeclarationSyntax or LocalFunctionStatementSyntax
        or AnonymousFunctionExpressionSyntax or PropertyDeclarationSyntax { ExpressionBody: not null } or IndexerDeclarationSyntax { ExpressionBody: not null };

    /// <summary>The member around the node: that of the type, not a lambda or a local function in it.</summary>
    public static SyntaxNode? MemberAround(SyntaxNode node)
    {
        SyntaxNode? function = IsFunction(node) ? node : Around(node);
        while (function is LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax && Around(function) is { } outer)
            function = outer;
        return function;
    }

    /// <summary>How the code of this function is run; <paramref name="model"/> is that of its file.</summary>
    public static FunctionKind KindOf(SyntaxNode? function, SemanticModel model) => function switch
    {
        null => FunctionKind.Sync,
        CompilationUnitSyntax => FunctionKind.Start,
        AnonymousFunctionExpressionSyntax lambda => KindOfLambda(lambda, model),
        LocalFunctionStatementSyntax local => local.Modifiers.Any(SyntaxKind.AsyncKeyword) || GivesTask(model.GetDeclaredSymbol(local) as IMethodSymbol)
            ? FunctionKind.Async : FunctionKind.Sync,
        MethodDeclarationSyntax method => KindOfMethod(method, model),
        _ => FunctionKind.Sync,
    };

    /// <summary>True inside a query that is written with keywords and translated by a provider.</summary>
    public static bool IsInTranslatedClause(SyntaxNode node, SyntaxNode? function, SemanticModel model)
    {
        for (SyntaxNode? up = node; up is not null && up != function; up = up.Parent)
        {
            if (up.Parent is not QueryBodySyntax and not QueryClauseSyntax and not SelectOrGroupClauseSyntax and not OrderingSyntax and not QueryExpressionSyntax)
                continue;
            if (up.FirstAncestorOrSelf<QueryExpressionSyntax>() is { } query && !query.FromClause.Expression.Span.Contains(node.Span)
                && QueryTypes.IsQuery(model.GetTypeInfo(query.FromClause.Expression).Type))
                return true;
        }
        return false;
    }

    private static FunctionKind KindOfMethod(MethodDeclarationSyntax method, SemanticModel model)
    {
        if (method.Identifier.ValueText == "Main" && method.Modifiers.Any(SyntaxKind.StaticKeyword))
            return FunctionKind.Start;
        if (method.Modifiers.Any(SyntaxKind.AsyncKeyword))
            return FunctionKind.Async;
        return GivesTask(model.GetDeclaredSymbol(method)) ? FunctionKind.Async : FunctionKind.Sync;
    }

    private static bool GivesTask(IMethodSymbol? method) => method is { ReturnsVoid: false } && TaskTypes.IsAwaitable(method.ReturnType);

    private static FunctionKind KindOfLambda(AnonymousFunctionExpressionSyntax lambda, SemanticModel model)
    {
        if (IsTranslated(lambda, model))
            return FunctionKind.Expression;
        SyntaxNode? place = lambda.Parent;
        while (place is ParenthesizedExpressionSyntax or CastExpressionSyntax)
            place = place.Parent;
        if (place is ArgumentSyntax { Parent: ArgumentListSyntax list })
        {
            if (list.Parent is ObjectCreationExpressionSyntax or ImplicitObjectCreationExpressionSyntax
                && model.GetTypeInfo(list.Parent).Type is { } made && TypeNames.Is(made, "System.Threading", "Thread"))
                return FunctionKind.OwnThread;
            if (lambda.AsyncKeyword == default && list.Parent is InvocationExpressionSyntax call)
                return KindOfArgument(lambda, call, model);
        }
        if (lambda.AsyncKeyword != default)
            return FunctionKind.Async;
        return model.GetSymbolInfo(lambda).Symbol is IMethodSymbol method && GivesTask(method) ? FunctionKind.Async : FunctionKind.Sync;
    }

    private static FunctionKind KindOfArgument(AnonymousFunctionExpressionSyntax lambda, InvocationExpressionSyntax call, SemanticModel model)
    {
        IMethodSymbol? taker = model.GetSymbolInfo(call).Symbol as IMethodSymbol;
        if (taker is not null && IsPool(taker))
            return FunctionKind.OnPool;
        if (model.GetSymbolInfo(lambda).Symbol is IMethodSymbol own && GivesTask(own))
            return FunctionKind.Async;
        if (taker is null || !RunsAtOnce(taker))
            return FunctionKind.Sync;
        return KindOf(Around(lambda), model) switch
        {
            FunctionKind.Async or FunctionKind.RunsInside => FunctionKind.RunsInside,
            FunctionKind.Start => FunctionKind.Start,
            _ => FunctionKind.Sync,
        };
    }

    private static bool IsTranslated(AnonymousFunctionExpressionSyntax lambda, SemanticModel model)
    {
        for (SyntaxNode? up = lambda; up is AnonymousFunctionExpressionSyntax inner; up = Around(up))
            if (TypeNames.Is(model.GetTypeInfo(inner).ConvertedType, "System.Linq.Expressions", "Expression"))
                return true;
        return false;
    }

    /// <summary>True for Task.Run, TaskFactory.StartNew and the queue of the pool.</summary>
    public static bool IsPool(IMethodSymbol method) => (method.ContainingType?.Name, method.Name) is ("Task", "Run") or ("TaskFactory", "StartNew")
        or ("ThreadPool", "QueueUserWorkItem") or ("ThreadPool", "UnsafeQueueUserWorkItem");

    /// <summary>True for a method that runs the delegate it is given before it comes back: LINQ, lists, arrays, Parallel.</summary>
    public static bool RunsAtOnce(IMethodSymbol taker)
    {
        string space = TypeNames.NamespaceOf(taker.ContainingType);
        return space is "System.Linq" or "System.Collections.Generic" || (space == "System" && taker.ContainingType.Name == "Array")
            || (space == "System.Threading.Tasks" && taker.ContainingType.Name == "Parallel");
    }
}
