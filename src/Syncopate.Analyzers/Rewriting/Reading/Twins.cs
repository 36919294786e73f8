using Microsoft.CodeAnalysis;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Rewriting.Reading;

/// <summary>Finds the asynchronous method that does what a synchronous one does.</summary>
internal static class Twins
{
    private const string EfExtensions = "Microsoft.EntityFrameworkCore.EntityFrameworkQueryableExtensions";

    /// <summary>
    /// The twin of a method that is called at a place: same name with <c>Async</c>, same parameters and perhaps a token,
    /// a task of the same result. Null where there is none.
    /// </summary>
    /// <param name="method">What is called.</param>
    /// <param name="receiver">The type it is called on; null for a static call.</param>
    /// <param name="model">The meaning of the file.</param>
    /// <param name="position">Where the call stands.</param>
    public static IMethodSymbol? Of(IMethodSymbol method, ITypeSymbol? receiver, SemanticModel model, int position) =>
        Candidates(method, receiver, model, position).FirstOrDefault(candidate => IsTwin(method, candidate));

    /// <summary>Whether a method is the twin of another.</summary>
    public static bool IsTwin(IMethodSymbol method, IMethodSymbol candidate)
    {
        if (!TaskTypes.IsTask(candidate.ReturnType) || candidate.IsStatic != method.IsStatic && !IsExtension(candidate))
            return false;
        IParameterSymbol[] own = Parameters(method), others = Parameters(candidate);
        if (others.Length < own.Length || others.Length > own.Length + 1)
            return false;
        if (others.Length > own.Length && !TaskTypes.IsToken(others[others.Length - 1].Type))
            return false;
        return own.Zip(others, (one, other) => Text(one.Type) == Text(other.Type) && one.RefKind == other.RefKind).All(same => same)
            && Result(Definition(method).ReturnType) == Result(TaskTypes.ValueOf(Definition(candidate).ReturnType));
    }

    /// <summary>The parameters that a caller gives: without the receiver of an extension.</summary>
    public static IParameterSymbol[] Parameters(IMethodSymbol method)
    {
        IMethodSymbol definition = Definition(method);
        return [.. definition.IsExtensionMethod ? definition.Parameters.Skip(1) : definition.Parameters];
    }

    private static bool IsExtension(IMethodSymbol method) => (method.ReducedFrom ?? method).IsExtensionMethod;

    private static IEnumerable<IMethodSymbol> Candidates(IMethodSymbol method, ITypeSymbol? receiver, SemanticModel model, int position)
    {
        string name = method.Name + "Async";
        IEnumerable<ISymbol> members = Types(method, receiver).SelectMany(type => type.GetMembers(name));
        if (receiver is not null)
            members = members.Concat(model.LookupSymbols(position, receiver, name, includeReducedExtensionMethods: true));
        if (QueryTypes.IsQuery(receiver))
            members = members.Concat(model.Compilation.GetTypeByMetadataName(EfExtensions)?.GetMembers(name) ?? []);
        return members.OfType<IMethodSymbol>()
            .Where(candidate => model.IsAccessible(position, candidate.ReducedFrom ?? candidate))
            // The form without a token is the simpler one; the token is added where there is one to hand on.
            .OrderBy(candidate => candidate.Parameters.Length);
    }

    private static IEnumerable<ITypeSymbol> Types(IMethodSymbol method, ITypeSymbol? receiver)
    {
        for (ITypeSymbol? type = (method.ReducedFrom ?? method).ContainingType; type is not null; type = type.BaseType)
            yield return type;
        foreach (ITypeSymbol inherited in receiver is { TypeKind: TypeKind.Interface } ? receiver.AllInterfaces : [])
            yield return inherited;
    }

    private static string Text(ITypeSymbol type) => type.WithNullableAnnotation(NullableAnnotation.None).ToDisplayString().Replace("?", "");

    private static string Result(ITypeSymbol? type) => type is null || type.SpecialType == SpecialType.System_Void ? "void" : Text(type);

    private static IMethodSymbol Definition(IMethodSymbol method) => (method.ReducedFrom ?? method).OriginalDefinition;
}
