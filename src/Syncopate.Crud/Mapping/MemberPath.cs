using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Where a form shows an error: the path of a member, from the entity that a user edits.</summary>
internal static class MemberPath
{
    /// <summary>As in "Title", "Address.City" of an owned or a complex value, and "Blog" for a foreign key that has no
    /// property in the class.</summary>
    public static string Of(IProperty property)
    {
        IEntityType type = (IEntityType)property.DeclaringType.ContainingEntityType;
        if (property.IsShadowProperty() && property.GetContainingForeignKeys().FirstOrDefault() is { } foreignKey)
            return Of(foreignKey);
        return Prefix(type) + Inside(property.DeclaringType) + property.Name;
    }

    /// <summary>The same of a value of a row: each has a path of its own, also a foreign key that has no property in the class.</summary>
    public static string OfValue(IProperty property)
    {
        IEntityType type = (IEntityType)property.DeclaringType.ContainingEntityType;
        return Prefix(type) + Inside(property.DeclaringType) + property.Name;
    }

    public static string Of(IForeignKey foreignKey)
    {
        IEntityType type = foreignKey.DeclaringEntityType;
        if (foreignKey.Properties is [var only] && !only.IsShadowProperty() && !only.IsIndexerProperty())
            return Prefix(type) + only.Name;

        // The rows of a many-to-many relation belong to a list on the other side.
        ISkipNavigation? list = type.GetForeignKeys()
            .SelectMany(other => other.PrincipalEntityType.GetSkipNavigations())
            .FirstOrDefault(skip => skip.JoinEntityType == type && skip.TargetEntityType == foreignKey.PrincipalEntityType);
        return list?.Name ?? Prefix(type) + (foreignKey.DependentToPrincipal?.Name ?? foreignKey.Properties[0].Name);
    }

    /// <summary>The way from the owner to an owned type, with a dot at its end; empty for others.</summary>
    public static string Prefix(IEntityType type) =>
        type.FindOwnership() is { PrincipalToDependent: { } navigation } ownership
            ? $"{Prefix(ownership.PrincipalEntityType)}{navigation.Name}."
            : "";

    /// <summary>The way from an entity to a complex type in it, with a dot at its end; empty for the entity itself.</summary>
    public static string Inside(ITypeBase type) => type is IComplexType { ComplexProperty: { } property }
        ? $"{Inside(property.DeclaringType)}{property.Name}."
        : "";

    /// <summary>The entity that a user edits: an owned type's owner.</summary>
    public static IEntityType Root(IEntityType type) =>
        type.FindOwnership() is { } ownership ? Root(ownership.PrincipalEntityType) : type;
}
