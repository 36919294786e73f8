using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>What the caller of a call has changed and not saved yet, whether or not EF Core has noticed.</summary>
internal static class PendingChanges
{
    /// <summary>Also in what it owns, which is a part of its version: an item that its caller has taken off is in no list.</summary>
    public static bool AreIn(EntityEntry entity) =>
        AreWithin(entity)
        || TrackedEntries.Changed(entity.Context).Exists(
            other => ReferenceEquals(ConflictRow.RootOf(other).Entity, entity.Entity));

    /// <summary>In an entry, complex values included, and in what it has of what it owns.</summary>
    public static bool AreWithin(EntityEntry entry) => IsChanged(entry) || OwnedKeys.Within(entry).Exists(IsChanged);

    private static bool IsChanged(EntityEntry entry) =>
        entry.State != EntityState.Unchanged
        || entry.Metadata.GetFlattenedProperties().Any(
            column => !column.IsKey()
                && MemberEntries.IsAlwaysThere(column)
                && IsChanged(MemberEntries.Of(entry, column)));

    private static bool IsChanged(PropertyEntry property) =>
        !property.Metadata.GetValueComparer().Equals(property.CurrentValue, property.OriginalValue);
}
