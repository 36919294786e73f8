using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Flow;

/// <summary>Which methods in source a call may run: the method itself, what implements it, what overrides it.</summary>
internal sealed class Implementations
{
    private readonly Dictionary<string, List<INamedTypeSymbol>> _below = [];

    /// <param name="types">All types of the source.</param>
    public Implementations(IEnumerable<INamedTypeSymbol> types)
    {
        foreach (INamedTypeSymbol type in types)
        {
            if (type.TypeKind is not (TypeKind.Class or TypeKind.Struct))
                continue;
            foreach (INamedTypeSymbol contract in type.AllInterfaces)
                Note(contract, type);
            for (INamedTypeSymbol? up = type.BaseType; up is { SpecialType: SpecialType.None }; up = up.BaseType)
                Note(up, type);
        }
    }

    /// <summary>The methods with a body that a call of this one may run; of an interface all that implement it.</summary>
    public IReadOnlyList<IMethodSymbol> Of(IMethodSymbol called)
    {
        IMethodSymbol method = (called.ReducedFrom ?? called).OriginalDefinition;
        List<IMethodSymbol> bodies = [];
        if (!method.IsAbstract && method.DeclaringSyntaxReferences.Length > 0)
            bodies.Add(method);
        if (!(method.IsAbstract || method.IsVirtual || method.IsOverride) || !_below.TryGetValue(KeyOf(method.ContainingType), out List<INamedTypeSymbol>? below))
            return bodies;
        foreach (INamedTypeSymbol type in below)
            if (Find(type, method) is { IsAbstract: false, DeclaringSyntaxReferences.Length: > 0 } found && !bodies.Contains(found, SymbolEqualityComparer.Default))
                bodies.Add(found);
        return bodies;
    }

    /// <summary>The types that implement or derive from this one.</summary>
    public IReadOnlyList<INamedTypeSymbol> Below(INamedTypeSymbol type) => _below.TryGetValue(KeyOf(type), out List<INamedTypeSymbol>? below) ? below : [];

    private static IMethodSymbol? Find(INamedTypeSymbol type, IMethodSymbol method)
    {
        if (method.ContainingType.TypeKind != TypeKind.Interface)
            return type.GetMembers(method.Name).OfType<IMethodSymbol>().FirstOrDefault(member => member.IsOverride && OverridesFrom(member, method));
        // The type may implement a constructed form of the interface, and see it through another compilation.
        string owner = KeyOf(method.ContainingType);
        foreach (INamedTypeSymbol contract in type.AllInterfaces)
            if (KeyOf(contract) == owner)
                foreach (ISymbol member in contract.GetMembers(method.Name))
                    if (member is IMethodSymbol declared && declared.OriginalDefinition.ToDisplayString() == method.ToDisplayString()
                        && type.FindImplementationForInterfaceMember(declared) is IMethodSymbol found)
                        return found.OriginalDefinition;
        return null;
    }

    private static bool OverridesFrom(IMethodSymbol member, IMethodSymbol method)
    {
        for (IMethodSymbol? up = member.OverriddenMethod; up is not null; up = up.OverriddenMethod)
            if (up.OriginalDefinition.ToDisplayString() == method.ToDisplayString())
                return true;
        return false;
    }

    private void Note(INamedTypeSymbol above, INamedTypeSymbol type)
    {
        string key = KeyOf(above);
        if (!_below.TryGetValue(key, out List<INamedTypeSymbol>? below))
            _below[key] = below = [];
        below.Add(type);
    }

    // By name, as the same type is another symbol in every compilation that refers to it.
    private static string KeyOf(INamedTypeSymbol type) => type.OriginalDefinition.ToDisplayString();
}
