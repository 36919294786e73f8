using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Knowledge;

/// <summary>Finds the method that does the same without blocking: the same name with <c>Async</c>, or the same name with an awaitable result.</summary>
internal static class AsyncTwins
{
    private const string Ending = "Async";

    /// <summary>
    /// The twin of the method in its type, the types above it, or beside it when it is an extension. Parameters are the same; the twin may take a token and
    /// optional ones behind them. <paramref name="isLoose"/>: of a package that is known to wait, the required first parameters are enough.
    /// </summary>
    public static IMethodSymbol? Of(IMethodSymbol method, bool isLoose = false)
    {
        IMethodSymbol called = method.ReducedFrom ?? method;
        if (called.MethodKind is not MethodKind.Ordinary || TaskTypes.IsAwaitable(called.ReturnType) || called.Name.EndsWith(Ending, StringComparison.Ordinal))
            return null;
        IMethodSymbol original = called.OriginalDefinition;
        IMethodSymbol? loose = null;
        foreach (ITypeSymbol type in Places(original))
        {
            foreach (IMethodSymbol candidate in Candidates(type, original))
            {
                if (HasSameParameters(original, candidate))
                    return candidate;
                if (isLoose && loose is null && StartsAlike(original, candidate))
                    loose = candidate;
            }
        }
        return loose;
    }

    /// <summary>True when the twin takes a token that the sync form does not.</summary>
    public static bool TakesToken(IMethodSymbol twin) => twin.Parameters.Length > 0 && TaskTypes.IsToken(twin.Parameters[twin.Parameters.Length - 1].Type);

    private static IEnumerable<ITypeSymbol> Places(IMethodSymbol method) =>
        method.IsStatic ? [method.ContainingType] : TypeNames.SelfAndAbove(method.ContainingType);

    private static IEnumerable<IMethodSymbol> Candidates(ITypeSymbol type, IMethodSymbol method)
    {
        foreach (string name in (string[])[method.Name + Ending, method.Name])
            foreach (ISymbol member in type.GetMembers(name))
                if (member is IMethodSymbol { MethodKind: MethodKind.Ordinary } candidate && candidate.IsStatic == method.IsStatic
                    && candidate.Arity == method.Arity && candidate.IsExtensionMethod == method.IsExtensionMethod && !IsObsolete(candidate)
                    && TaskTypes.IsAwaitable(candidate.ReturnType) && (name != method.Name || HasSameNames(method, candidate))
                    && !SymbolEqualityComparer.Default.Equals(candidate, method) && GivesTheSame(method, candidate))
                    yield return candidate;
    }

    // An overload of the very name is a twin when it takes the same things: Start(string pipe, CancellationToken) is none of
    // Start(string socket).
    private static bool HasSameNames(IMethodSymbol method, IMethodSymbol overload) => overload.Parameters
        .Where(parameter => !TaskTypes.IsToken(parameter.Type))
        .Zip(method.Parameters, (one, other) => one.Name == other.Name).All(same => same);

    // A twin gives what the sync form gives; a type of its own (a response instead of a value) is another meaning.
    private static bool GivesTheSame(IMethodSymbol method, IMethodSymbol twin)
    {
        if (TaskTypes.IsAsyncStream(twin.ReturnType))
            return method.ReturnType is INamedTypeSymbol { Name: "IEnumerable" };
        ITypeSymbol? given = TaskTypes.ValueOf(twin.ReturnType);
        if (method.ReturnsVoid)
            return given is null || TaskTypes.IsTask(twin.ReturnType);
        return given is not null && (Same(method.ReturnType, given) || given.TypeKind == TypeKind.TypeParameter
            || method.ReturnType.TypeKind == TypeKind.TypeParameter || given.Name == method.ReturnType.Name || IsAbove(given, method.ReturnType));
    }

    private static bool IsAbove(ITypeSymbol one, ITypeSymbol other) =>
        TypeNames.SelfAndAbove(one).Contains(other, SymbolEqualityComparer.Default) || TypeNames.SelfAndAbove(other).Contains(one, SymbolEqualityComparer.Default);

    private static bool HasSameParameters(IMethodSymbol method, IMethodSymbol twin)
    {
        int taken = 0;
        foreach (IParameterSymbol parameter in twin.Parameters)
        {
            if (taken < method.Parameters.Length && AreAlike(method.Parameters[taken], parameter))
                taken++;
            else if (!TaskTypes.IsToken(parameter.Type) && !parameter.IsOptional && !parameter.IsParams)
                return false;
        }
        for (; taken < method.Parameters.Length; taken++)
            if (!method.Parameters[taken].IsOptional)
                return false;
        return true;
    }

    private static bool StartsAlike(IMethodSymbol method, IMethodSymbol twin)
    {
        int required = twin.Parameters.Count(parameter => !parameter.IsOptional && !TaskTypes.IsToken(parameter.Type) && !parameter.IsParams);
        if (required > method.Parameters.Length)
            return false;
        for (int i = 0; i < required; i++)
            if (!AreAlike(method.Parameters[i], twin.Parameters[i]))
                return false;
        return true;
    }

    private static bool AreAlike(IParameterSymbol one, IParameterSymbol other) =>
        one.RefKind is RefKind.None or RefKind.In && one.RefKind == other.RefKind
        && (Same(one.Type, other.Type) || IsSpanOfMemory(one.Type, other.Type) || IsAwaitedForm(one, other));

    // Of a pair in source the async one may take an async delegate: Delete(Func<Item, Error>), DeleteAsync(Func<Item, CancellationToken, Task<Error>>).
    private static bool IsAwaitedForm(IParameterSymbol one, IParameterSymbol other)
    {
        if (one.DeclaringSyntaxReferences.Length == 0 || one.Type is not INamedTypeSymbol { DelegateInvokeMethod: { } sync }
            || other.Type is not INamedTypeSymbol { DelegateInvokeMethod: { } awaited } || !TaskTypes.IsTask(awaited.ReturnType))
            return false;
        ITypeSymbol? given = TaskTypes.ValueOf(awaited.ReturnType);
        ImmutableArray<IParameterSymbol> taken = awaited.Parameters;
        if (taken.Length > 0 && TakesToken(awaited) && taken.Length == sync.Parameters.Length + 1)
            taken = taken.RemoveAt(taken.Length - 1);
        return (given is null ? sync.ReturnsVoid : Same(sync.ReturnType, given)) && taken.Length == sync.Parameters.Length
            && sync.Parameters.Zip(taken, (a, b) => Same(a.Type, b.Type)).All(same => same);
    }

    private static bool IsSpanOfMemory(ITypeSymbol span, ITypeSymbol memory) =>
        (span.Name, memory.Name) is ("Span", "Memory") or ("ReadOnlySpan", "ReadOnlyMemory") && TypeNames.NamespaceOf(span) == "System";

    // Type parameters of the two methods stand for each other by their position.
    private static bool Same(ITypeSymbol one, ITypeSymbol other) => (one, other) switch
    {
        (ITypeParameterSymbol { TypeParameterKind: TypeParameterKind.Method } a, ITypeParameterSymbol { TypeParameterKind: TypeParameterKind.Method } b) =>
            a.Ordinal == b.Ordinal,
        (INamedTypeSymbol { IsGenericType: true } a, INamedTypeSymbol { IsGenericType: true } b) =>
            SymbolEqualityComparer.Default.Equals(a.OriginalDefinition, b.OriginalDefinition) && a.TypeArguments.Zip(b.TypeArguments, Same).All(same => same),
        (IArrayTypeSymbol a, IArrayTypeSymbol b) => a.Rank == b.Rank && Same(a.ElementType, b.ElementType),
        _ => SymbolEqualityComparer.Default.Equals(one, other),
    };

    private static bool IsObsolete(ISymbol symbol) => TypeNames.HasAttribute(symbol, "Obsolete");
}
