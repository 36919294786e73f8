using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>Tracked rows that keep another from being deleted. EF Core throws for them before it asks the database,
/// with a text for programmers.</summary>
internal static class TrackedDependents
{
    /// <summary>The foreign keys by which they refer to it; empty when none does.</summary>
    public static IReadOnlyList<IForeignKey> Of(EntityEntry principal)
    {
        List<IForeignKey> keys = [.. principal.Metadata.GetReferencingForeignKeys().Where(Keeps)];
        if (keys.Count == 0)
            return keys;

        List<EntityEntry> tracked = TrackedEntries.Of(principal.Context);
        return keys.FindAll(key => tracked.Exists(entry => Refers(entry, key, principal)));
    }

    private static bool Keeps(IForeignKey key) => key.IsRequired && !key.IsOwnership
        && key.DeleteBehavior is DeleteBehavior.Restrict or DeleteBehavior.NoAction or DeleteBehavior.ClientSetNull;

    private static bool Refers(EntityEntry entry, IForeignKey key, EntityEntry principal) =>
        entry.State is not (EntityState.Deleted or EntityState.Detached)
        && key.DeclaringEntityType.IsAssignableFrom(entry.Metadata)
        && key.Properties.Zip(key.PrincipalKey.Properties)
            .All(pair => Equals(entry.Property(pair.First).CurrentValue, principal.Property(pair.Second).CurrentValue));
}
