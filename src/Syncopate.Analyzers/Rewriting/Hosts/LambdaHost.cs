using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Rewriting.Hosts;

/// <summary>What a lambda turns into.</summary>
internal enum LambdaChange
{
    /// <summary>Nothing: whoever runs it does not await it.</summary>
    Never,

    /// <summary>It gets the keyword; what it returned is the result of its task.</summary>
    Async,

    /// <summary>It returned a task already: it gets the keyword, and awaits what it returned.</summary>
    AwaitReturned,

    /// <summary>It gets the keyword, and the call it is handed to moves to its own asynchronous twin.</summary>
    WithCall,
}

/// <summary>Whether a lambda may become async: only where its delegate, or another form of the call, takes a task.</summary>
/// <param name="Change">What it turns into.</param>
/// <param name="Twin">The form of the call around it that takes a task.</param>
/// <param name="Call">The call that it is handed to.</param>
/// <param name="Obstacle">Why not, a sentence.</param>
internal sealed record LambdaHost(LambdaChange Change, IMethodSymbol? Twin, InvocationExpressionSyntax? Call, string? Obstacle)
{
    public static LambdaHost Of(AnonymousFunctionExpressionSyntax lambda, SemanticModel model)
    {
        ITypeSymbol? converted = model.GetTypeInfo(lambda).ConvertedType;
        InvocationExpressionSyntax? call = (lambda.Parent as ArgumentSyntax)?.Parent?.Parent as InvocationExpressionSyntax;
        IMethodSymbol? called = call is null ? null : model.GetSymbolInfo(call).Symbol as IMethodSymbol;
        if (converted is INamedTypeSymbol { DelegateInvokeMethod: { } invoke })
        {
            if (TaskTypes.IsTask(invoke.ReturnType) && invoke.Parameters.All(parameter => parameter.RefKind == RefKind.None))
                return new LambdaHost(LambdaChange.AwaitReturned, null, call, null);
            if (called is { Name: "Run", ContainingType.Name: "Task" } && TaskTypes.IsTask(called.ContainingType))
                return new LambdaHost(LambdaChange.Async, null, call, null);
        }

        if (IsRouteHandler(called, converted))
            return new LambdaHost(LambdaChange.Async, null, call, null);
        if (called is not null && TwinOf(called, lambda) is { } twin)
            return new LambdaHost(LambdaChange.WithCall, twin, call, null);
        string type = converted?.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat) ?? "delegate";
        return new LambdaHost(LambdaChange.Never, null, call, $"It stands in a lambda that is run as {type}, which nobody awaits ({SourcePlace.Of(lambda)}).");
    }

    // The frameworks of ASP.NET Core take any delegate as a handler, and await what it returns.
    internal static bool IsRouteHandler(IMethodSymbol? called, ITypeSymbol? converted) =>
        called is not null
        && called.ContainingNamespace.ToDisplayString().StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal)
        && (converted is { SpecialType: SpecialType.System_Delegate } || called.Parameters.Any(parameter => parameter.Type.SpecialType == SpecialType.System_Delegate));

    /// <summary>Such as <c>ThrowsAsync(Func&lt;Task&gt;)</c> beside <c>Throws(Action)</c>.</summary>
    private static IMethodSymbol? TwinOf(IMethodSymbol called, AnonymousFunctionExpressionSyntax lambda)
    {
        if (lambda.Parent is not ArgumentSyntax { Parent: ArgumentListSyntax list } argument)
            return null;
        int index = list.Arguments.IndexOf(argument);
        return called.ContainingType.GetMembers(called.Name + "Async").OfType<IMethodSymbol>().FirstOrDefault(twin =>
            TaskTypes.IsTask(twin.ReturnType)
            && twin.Arity == called.Arity
            && twin.Parameters.Length == called.Parameters.Length
            && twin.Parameters[index].Type is INamedTypeSymbol { DelegateInvokeMethod: { } invoke } && TaskTypes.IsTask(invoke.ReturnType));
    }
}
