using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Rewriting.Reading;

/// <summary>
/// A method with all it overrides or implements, and all that overrides or implements it: they have one signature and change
/// together or not at all.
/// </summary>
/// <param name="Members">The declarations in source, the method itself first.</param>
/// <param name="Outside">A member of the family that belongs to somebody else and holds the signature; null where there is none.</param>
internal sealed record MethodFamily(IReadOnlyList<IMethodSymbol> Members, ISymbol? Outside)
{
    public static MethodFamily Of(IMethodSymbol method, SourceSet code)
    {
        if (method.MethodKind == MethodKind.LocalFunction)
            return new MethodFamily([method], null);
        Dictionary<NodeKey, IMethodSymbol> members = [];
        Queue<IMethodSymbol> open = new([method]);
        while (open.Count > 0)
        {
            IMethodSymbol member = open.Dequeue().OriginalDefinition;
            if (NodeKey.Of(member) is not { } key || !code.Holds(key.Tree))
                return new MethodFamily([.. members.Values], member);
            if (members.ContainsKey(key))
                continue;
            members.Add(key, member);
            foreach (IMethodSymbol related in Above(member).Concat(IsOpen(member) ? Below(member, key, code) : []))
                open.Enqueue(related);
        }

        return new MethodFamily([.. members.Values], null);
    }

    private static bool IsOpen(IMethodSymbol member) =>
        member.ContainingType.TypeKind == TypeKind.Interface || member.IsVirtual || member.IsAbstract || member.IsOverride && !member.IsSealed;

    private static IEnumerable<IMethodSymbol> Above(IMethodSymbol member)
    {
        if (member.OverriddenMethod is { } overridden)
            yield return overridden;
        if (member.ContainingType.TypeKind == TypeKind.Interface)
            yield break;
        foreach (IMethodSymbol implemented in Implemented(member, member.ContainingType))
            yield return implemented;
    }

    private static IEnumerable<IMethodSymbol> Implemented(IMethodSymbol member, INamedTypeSymbol type)
    {
        string name = member.Name.Substring(member.Name.LastIndexOf('.') + 1);
        return type.AllInterfaces
            .SelectMany(each => each.GetMembers(name).OfType<IMethodSymbol>())
            .Where(each => SymbolEqualityComparer.Default.Equals(
                type.FindImplementationForInterfaceMember(each)?.OriginalDefinition, member.OriginalDefinition));
    }

    private static IEnumerable<IMethodSymbol> Below(IMethodSymbol member, NodeKey key, SourceSet code)
    {
        string name = member.Name.Substring(member.Name.LastIndexOf('.') + 1);
        if (member.ContainingType.TypeKind != TypeKind.Interface)
            return code.MethodsNamed(name).Where(other => other.OverriddenMethod is { } overridden && NodeKey.Of(overridden) == key);
        // The implementation may be inherited from a class that knows nothing of the interface: so ask the types.
        return code.Types.SelectMany(type => type.AllInterfaces
            .SelectMany(each => each.GetMembers(name).OfType<IMethodSymbol>())
            .Where(each => NodeKey.Of(each) == key)
            .Select(each => type.FindImplementationForInterfaceMember(each)))
            .OfType<IMethodSymbol>()
            .Where(found => NodeKey.Of(found) != key);
    }
}
