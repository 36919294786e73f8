using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>Columns that the model makes read-only before or after the first save, for which EF Core throws, and the one that
/// distinguishes the classes of a table: with another value in it, a row is one of another class.</summary>
internal static class ReadOnlyColumns
{
    // Any thread; the table guards itself. None of most types.
    private static readonly ConditionalWeakTable<IEntityType, IProperty[]> Known = [];

    /// <param name="changed">What is about to be saved.</param>
    /// <param name="errors">Takes those that were written.</param>
    public static void Find(List<EntityEntry> changed, List<CrudError> errors)
    {
        foreach (EntityEntry entry in changed)
            if (entry.State is EntityState.Added or EntityState.Modified)
                foreach (IProperty column in Known.GetValue(entry.Metadata, static type => Of(type)))
                    if (ErrorOf(MemberEntries.Of(entry, column)) is { } error)
                        errors.Add(error);
    }

    private static IProperty[] Of(IEntityType type) =>
    [
        .. type.GetFlattenedProperties().Where(
            column => !column.IsKey()
                && MemberEntries.IsAlwaysThere(column)
                && (IsOfClass(type, column)
                    || column.GetBeforeSaveBehavior() == PropertySaveBehavior.Throw
                    || column.GetAfterSaveBehavior() == PropertySaveBehavior.Throw)),
    ];

    private static CrudError? ErrorOf(PropertyEntry member)
    {
        IProperty column = member.Metadata;
        IEntityType type = member.EntityEntry.Metadata;
        bool isOfClass = IsOfClass(type, column);
        if (member.EntityEntry.State == EntityState.Modified)
            return member.IsModified && (isOfClass || column.GetAfterSaveBehavior() == PropertySaveBehavior.Throw)
                ? Said(column, "cannot be changed")
                : null;

        ValueComparer comparer = column.GetValueComparer();
        if (isOfClass)
            return member.CurrentValue is { } value
                && type.GetDiscriminatorValue() is { } own
                && !comparer.Equals(value, own)
                    ? ColumnNumber.Error(column, value)
                    : null;

        bool isGiven = !member.IsTemporary && !comparer.Equals(member.CurrentValue, column.Sentinel);
        return isGiven && column.GetBeforeSaveBehavior() == PropertySaveBehavior.Throw ? Said(column, "cannot be set") : null;
    }

    private static bool IsOfClass(IEntityType type, IProperty column) =>
        !column.IsShadowProperty() && type.FindDiscriminatorProperty() == column;

    private static CrudError Said(IProperty column, string problem) =>
        new(MemberPath.Of(column), $"{EntityName.Capitalised(column)} {problem}.");
}
