using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>What the caller of a call has changed and not saved yet, whether or not EF Core has noticed.</summary>
internal static class PendingChanges
{
    /// <summary>Also in what it owns, which is a part of its version: an item that its caller has taken off is in no list.</summary>
    public static bool AreIn(EntityEntry entity) =>
        AreWithin(entity)
        || TrackedEntries.Changed(entity.Context).Exists(other => ConflictRow.IsOf(other, entity));

    /// <summary>In an entry, complex values included, and in what it has of what it owns.</summary>
    public static bool AreWithin(EntityEntry entry) => IsChanged(entry) || OwnedKeys.Within(entry).Exists(IsChanged);

    /// <summary>True where its caller has taken off in memory something that it owns by one relation.</summary>
    public static bool HaveTakenOff(EntityEntry owner, INavigation way)
    {
        List<EntityEntry> left = OwnedKeys.EntriesOf(owner, way);
        return TrackedEntries.Of(owner.Context).Exists(
            other => other.Metadata == way.TargetEntityType
                && other.State is not EntityState.Added
                && !left.Exists(each => ReferenceEquals(each.Entity, other.Entity))
                && ReferenceEquals(ConflictRow.OwnerOf(other)?.Entity, owner.Entity));
    }

    private static bool IsChanged(EntityEntry entry) =>
        entry.State != EntityState.Unchanged
        || entry.Metadata.GetFlattenedProperties().Any(
            column => !column.IsKey()
                && MemberEntries.IsAlwaysThere(column)
                && IsChanged(MemberEntries.Of(entry, column)));

    private static bool IsChanged(PropertyEntry property) =>
        !property.Metadata.GetValueComparer().Equals(property.CurrentValue, property.OriginalValue);
}
