using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Knowledge;

/// <summary>
/// Asks symbols who they are, by namespace and name. Names instead of symbols of one compilation, as a solution has many compilations, and what could not
/// be restored is replaced by stand-ins of the same name.
/// </summary>
internal static class TypeNames
{
    /// <summary>The namespace with dots; empty for the global one.</summary>
    public static string NamespaceOf(ISymbol symbol)
    {
        INamespaceSymbol? space = symbol as INamespaceSymbol ?? symbol.ContainingNamespace;
        return space is null || space.IsGlobalNamespace ? "" : space.ToDisplayString();
    }

    /// <summary>Namespace, dot, name without type arguments: <c>System.Threading.Tasks.Task</c>; of a nested type its own name only.</summary>
    public static string FullName(ITypeSymbol type)
    {
        string space = NamespaceOf(type);
        return space.Length == 0 ? type.Name : space + "." + type.Name;
    }

    /// <summary>True for this very type, whatever its type arguments are.</summary>
    public static bool Is(ITypeSymbol? type, string space, string name) => type is not null && type.Name == name && IsNamespace(type.ContainingNamespace, space);

    /// <summary>The type itself, the types it derives from, and all interfaces it has.</summary>
    public static IEnumerable<ITypeSymbol> SelfAndAbove(ITypeSymbol type)
    {
        for (ITypeSymbol? up = type; up is not null; up = up.BaseType)
            yield return up;
        foreach (INamedTypeSymbol contract in type.AllInterfaces)
            yield return contract;
        if (type is ITypeParameterSymbol parameter)
            foreach (ITypeSymbol constraint in parameter.ConstraintTypes)
                foreach (ITypeSymbol above in SelfAndAbove(constraint))
                    yield return above;
    }

    /// <summary>True when the type is, derives from or implements the named one.</summary>
    public static bool IsA(ITypeSymbol? type, string space, string name)
    {
        if (type is null)
            return false;
        foreach (ITypeSymbol above in SelfAndAbove(type))
            if (Is(above, space, name))
                return true;
        return false;
    }

    /// <summary>True when the attribute of this name, with or without <c>Attribute</c>, stands at the symbol.</summary>
    public static bool HasAttribute(ISymbol symbol, string name)
    {
        foreach (AttributeData attribute in symbol.GetAttributes())
            if (attribute.AttributeClass is { } type && (type.Name == name || type.Name == name + "Attribute"))
                return true;
        return false;
    }

    private static bool IsNamespace(INamespaceSymbol? space, string name)
    {
        int end = name.Length;
        for (; space is { IsGlobalNamespace: false }; space = space.ContainingNamespace)
        {
            int start = end - space.Name.Length;
            if (start < 0 || string.CompareOrdinal(name, start, space.Name, 0, space.Name.Length) != 0)
                return false;
            if (start == 0)
                return space.ContainingNamespace.IsGlobalNamespace;
            if (name[start - 1] != '.')
                return false;
            end = start - 1;
        }
        return end <= 0;
    }
}
