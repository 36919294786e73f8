using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>Tracked rows that keep another from being deleted. EF Core throws for them before it asks the database,
/// with a text for programmers.</summary>
internal static class TrackedDependents
{
    /// <summary>The foreign keys by which they refer to it, each with those that do; empty when none does.</summary>
    public static List<(IForeignKey Key, List<EntityEntry> Rows)> Of(EntityEntry principal)
    {
        List<(IForeignKey Key, List<EntityEntry> Rows)> found = [];
        List<IForeignKey> keys = [.. principal.Metadata.GetReferencingForeignKeys().Where(Keeps)];
        if (keys.Count == 0)
            return found;

        List<EntityEntry> tracked = TrackedEntries.Of(principal.Context);
        foreach (IForeignKey key in keys)
            if (tracked.FindAll(entry => Refers(entry, key, principal)) is { Count: > 0 } rows)
                found.Add((key, rows));
        return found;
    }

    /// <summary>True for a row that refers to it by one of these.</summary>
    public static bool Refers(EntityEntry entry, IForeignKey key, EntityEntry principal) =>
        entry.State is not (EntityState.Deleted or EntityState.Detached)
        && key.DeclaringEntityType.IsAssignableFrom(entry.Metadata)
        && key.Properties.Zip(key.PrincipalKey.Properties)
            .All(pair => pair.Second.GetKeyValueComparer().Equals(
                entry.Property(pair.First).CurrentValue, principal.Property(pair.Second).CurrentValue));

    private static bool Keeps(IForeignKey key) => key.IsRequired && !key.IsOwnership
        && key.DeleteBehavior is DeleteBehavior.Restrict or DeleteBehavior.NoAction or DeleteBehavior.ClientSetNull;
}
