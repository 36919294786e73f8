using Microsoft.CodeAnalysis;

namespace Syncopate.Crud.Generator;

/// <summary>What is known of a type from its declaration alone: its members, its key, what a collection holds.</summary>
internal static class EntityShape
{
    /// <summary>Properties of an instance, inherited ones last, those that a derived type hides left out.</summary>
    public static IEnumerable<IPropertySymbol> PropertiesOf(ITypeSymbol type)
    {
        HashSet<string> seen = new(StringComparer.Ordinal);
        return Ancestry(type).Concat(type.TypeKind == TypeKind.Interface ? type.AllInterfaces : [])
            .SelectMany(declaring => declaring.GetMembers().OfType<IPropertySymbol>())
            .Where(property => property is { IsStatic: false, IsIndexer: false } && seen.Add(property.Name));
    }

    /// <summary>The names of the key's members as EF Core finds them: [PrimaryKey], else [Key], else Id, else the type's name and Id.
    /// A key that is only configured in the context cannot be seen here. Empty for a type that looks like no entity.</summary>
    public static IReadOnlyList<string> KeyOf(ITypeSymbol entity)
    {
        if (Ancestry(entity).Select(type => type.Find(Known.PrimaryKey)).FirstOrDefault(found => found is not null) is { } primaryKey)
            return [.. primaryKey.ConstructorArguments.SelectMany(Names)];

        List<IPropertySymbol> properties = PropertiesOf(entity).ToList();
        if (properties.Where(property => property.Has(Known.Key)).Select(property => property.Name).ToList() is { Count: > 0 } marked)
            return marked;

        return properties
            .Where(property => Is(property, "Id") || Ancestry(entity).Any(type => Is(property, type.Name + "Id")))
            .OrderBy(property => property.Name.Length)
            .Take(1)
            .Select(property => property.Name)
            .ToList();
    }

    /// <summary>What a collection holds; null when the type is none. A string is text, not a collection.</summary>
    public static ITypeSymbol? ElementOf(ITypeSymbol type) => type switch
    {
        { SpecialType: SpecialType.System_String } => null,
        IArrayTypeSymbol array => array.ElementType,
        INamedTypeSymbol named when IsSequence(named) => named.TypeArguments[0],
        _ => type.AllInterfaces.FirstOrDefault(IsSequence)?.TypeArguments[0],
    };

    /// <summary>The type itself and its base classes, object left out.</summary>
    public static IEnumerable<INamedTypeSymbol> Ancestry(ITypeSymbol type)
    {
        const SpecialType End = SpecialType.System_Object;
        for (INamedTypeSymbol? declaring = type as INamedTypeSymbol; declaring is { SpecialType: not End }; declaring = declaring.BaseType)
            yield return declaring;
    }

    private static bool IsSequence(INamedTypeSymbol type) =>
        type.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_IEnumerable_T;

    private static bool Is(IPropertySymbol property, string name) =>
        string.Equals(property.Name, name, StringComparison.OrdinalIgnoreCase);

    private static IEnumerable<string> Names(TypedConstant argument) => argument.Kind == TypedConstantKind.Array
        ? argument.Values.SelectMany(Names)
        : argument.Value is string name ? [name] : [];
}
