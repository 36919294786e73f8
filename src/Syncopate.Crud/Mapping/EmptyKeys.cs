using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Keys that nobody has given. A number may well be 0, but no form leaves a text or a Guid empty that is a key by
/// itself. In a key of several columns one may be: the language of a text that has none, say.</summary>
internal static class EmptyKeys
{
    public static bool Is(object? value) => value is null or "" || value is Guid guid && guid == Guid.Empty;

    public static CrudError Error(IProperty key) =>
        new(MemberPath.Of(key), $"{EntityName.Capitalised(key)} must not be empty.");

    /// <summary>The key that a form must not leave empty; null when there is none. What refers to another row is told by
    /// that.</summary>
    public static IProperty? Asked(IEntityType entity) =>
        entity.FindPrimaryKey()?.Properties is [var only] && IsGiven(only) ? only : null;

    private static bool IsGiven(IProperty property) =>
        (property.ClrType == typeof(string) || property.ClrType == typeof(Guid))
        && !KeyValues.IsMade(property)
        && !property.IsShadowProperty()
        && !property.IsForeignKey();
}
