using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>Reads a synchronous call, and how its asynchronous twin is called.</summary>
internal static class CallReader
{
    public static SiteAnswer Read(InvocationExpressionSyntax call, IMethodSymbol method, IMethodSymbol? twin, SemanticModel model)
    {
        if (TaskTypes.IsTask(method.ReturnType))
            return "It returns a task already.";
        ITypeSymbol? receiver = Receiver(call, method, model);
        twin ??= Twins.Of(method, receiver, model, call.SpanStart);
        if (twin is null)
            return $"No asynchronous form of {SourcePlace.Of(method)} is known.";
        if (TaskTypes.IsAsyncStream(twin.ReturnType))
            return $"{twin.Name} gives a stream, which is not awaited but looped over.";
        bool isStatic = method.IsStatic && method.ReducedFrom is null;
        IMethodSymbol plain = twin.ReducedFrom ?? twin;
        if (isStatic && !SymbolEqualityComparer.Default.Equals(plain.ContainingType.OriginalDefinition, method.ContainingType.OriginalDefinition))
            return $"{SourcePlace.Of(method)} is called by its type, and its asynchronous form belongs to another.";
        if (receiver is not null && MemoryQueries.MayBe(call, model))
            return "The query may lie in memory, where its asynchronous form throws.";
        return CallSite.Of(call, twin.Name) with
        {
            Argument = Token(call, method, plain, model),
            Namespace = receiver is not null && plain.IsExtensionMethod && !IsInScope(call, receiver, plain, model)
                ? plain.ContainingNamespace.ToDisplayString() : null,
        };
    }

    /// <summary>The type that a method is called on; null where it is called by its type.</summary>
    public static ITypeSymbol? Receiver(InvocationExpressionSyntax call, IMethodSymbol method, SemanticModel model)
    {
        if (method.IsStatic && method.ReducedFrom is null)
            return null;
        return call.Expression switch
        {
            MemberAccessExpressionSyntax access => model.GetTypeInfo(access.Expression).Type,
            MemberBindingExpressionSyntax or MemberAccessExpressionSyntax => method.ReceiverType,
            _ => method.ContainingType,
        };
    }

    private static bool IsInScope(InvocationExpressionSyntax call, ITypeSymbol receiver, IMethodSymbol twin, SemanticModel model) =>
        model.LookupSymbols(call.SpanStart, receiver, twin.Name, includeReducedExtensionMethods: true)
            .OfType<IMethodSymbol>()
            .Any(found => SymbolEqualityComparer.Default.Equals(found.ReducedFrom?.OriginalDefinition, twin.OriginalDefinition)
                || found.ReducedFrom?.ContainingType.ToDisplayString() == twin.ContainingType.ToDisplayString());

    /// <summary>The token to hand on, written as an argument; null where there is none, or the twin takes none.</summary>
    private static string? Token(InvocationExpressionSyntax call, IMethodSymbol method, IMethodSymbol twin, SemanticModel model)
    {
        IParameterSymbol[] own = Twins.Parameters(method);
        if (own.Any(parameter => parameter.IsParams) || own.Any(parameter => TaskTypes.IsToken(parameter.Type)))
            return null;
        IMethodSymbol[] forms = [.. twin.ContainingType.GetMembers(twin.Name).OfType<IMethodSymbol>().Where(form => TakesToken(method, form))];
        if (forms.Length == 0)
            return null;
        IParameterSymbol token = Twins.Parameters(forms[0])[own.Length];
        SeparatedSyntaxList<ArgumentSyntax> given = call.ArgumentList.Arguments;
        string name = given.Count < own.Length || given.Any(argument => argument.NameColon is not null) ? token.Name + ": " : "";
        if (Tokens.At(model, call.SpanStart) is { } atHand)
            return name + atHand;
        return forms.Any(form => Twins.Parameters(form)[own.Length].IsOptional) || Twins.IsTwin(method, twin) && Twins.Parameters(twin).Length == own.Length
            ? null : name + "default";
    }

    private static bool TakesToken(IMethodSymbol method, IMethodSymbol form) =>
        Twins.IsTwin(method, form) && Twins.Parameters(form) is { Length: > 0 } parameters
        && parameters.Length == Twins.Parameters(method).Length + 1;
}
