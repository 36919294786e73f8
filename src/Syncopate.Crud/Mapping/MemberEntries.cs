using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Finds what is tracked of a column, which may lie inside complex values.</summary>
internal static class MemberEntries
{
    public static PropertyEntry Of(EntityEntry entry, IProperty column) =>
        column.DeclaringType is IComplexType { ComplexProperty: var owner } ? Of(entry, owner).Property(column) : entry.Property(column);

    private static ComplexPropertyEntry Of(EntityEntry entry, IComplexProperty value) =>
        value.DeclaringType is IComplexType { ComplexProperty: var owner }
            ? Of(entry, owner).ComplexProperty(value)
            : entry.ComplexProperty(value);
}
