using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Finds what is tracked of a column, which may lie inside complex values.</summary>
internal static class MemberEntries
{
    public static PropertyEntry Of(EntityEntry entry, IProperty column) =>
        column.DeclaringType is IComplexType { ComplexProperty: var owner } ? Of(entry, owner).Property(column) : entry.Property(column);

    public static ComplexPropertyEntry Of(EntityEntry entry, IComplexProperty value) =>
        value.DeclaringType is IComplexType { ComplexProperty: var owner }
            ? Of(entry, owner).ComplexProperty(value)
            : entry.ComplexProperty(value);

    /// <summary>False for a column of a complex value that may be null, or that is one of a list: it may have no place in an
    /// entity.</summary>
    public static bool IsAlwaysThere(IProperty column)
    {
        ITypeBase type = column.DeclaringType;
        while (type is IComplexType { ComplexProperty: var owner })
        {
            if (owner.IsNullable || owner.IsCollection)
                return false;
            type = owner.DeclaringType;
        }
        return true;
    }

    /// <summary>Complex values of a type that may be null, but those inside others.</summary>
    public static IEnumerable<IComplexProperty> Nullable(IEntityType type) =>
        type.GetComplexProperties().Where(
            value => value is { IsNullable: true, IsCollection: false } && !value.IsShadowProperty());

    /// <summary>Complex values of a type and those inside them, at any depth but in lists; each before those inside it.</summary>
    public static IEnumerable<IComplexProperty> ComplexWithin(IEntityType type) =>
        type.GetFlattenedComplexProperties().Where(value => !value.IsCollection && !value.IsShadowProperty());
}
