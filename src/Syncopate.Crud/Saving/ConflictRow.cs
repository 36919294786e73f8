using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>The row that a conflict is about. EF Core names all that it wrote by one command: of what an entity owns that is a
/// row of its own, whose end is no end of the entity that a user edits.</summary>
/// <param name="Entity">What a user edits: an owner where it is owned; null when EF Core names nothing.</param>
/// <param name="Part">What it owns that was found to be another; null when it is the entity itself, and in a JSON column, which
/// is a part of the entity's own row.</param>
internal readonly record struct ConflictRow(EntityEntry? Entity, EntityEntry? Part)
{
    /// <param name="exception">What EF Core found.</param>
    /// <param name="subject">What the call is about, of which a user wants to know rather than of others; null where it is not
    /// told.</param>
    public static ConflictRow Of(DbUpdateConcurrencyException exception, EntityEntry? subject)
    {
        List<ConflictRow> rows = [.. exception.Entries.Select(RowOf)];
        int own = rows.FindIndex(row => subject is not null && ReferenceEquals(row.Entity?.Entity, subject.Entity));
        return own >= 0 ? rows[own] : rows.FirstOrDefault();
    }

    /// <summary>The entity that owns it at last, as far as that is tracked; itself where nothing does.</summary>
    public static EntityEntry RootOf(EntityEntry entry)
    {
        EntityEntry root = entry;
        while (OwnerOf(root) is { } owner)
            root = owner;
        return root;
    }

    /// <summary>As far as it is tracked; null for what nothing owns.</summary>
    public static EntityEntry? OwnerOf(EntityEntry entry) => entry.Metadata.FindOwnership() is { } ownership
        ? TrackedEntries.Of(entry.Context).Find(other => IsOwner(other, ownership, entry))
        : null;

    private static ConflictRow RowOf(EntityEntry entry)
    {
        EntityEntry root = RootOf(entry);
        bool isPart = !ReferenceEquals(root, entry) && !RelationalTypeBaseExtensions.IsMappedToJson(entry.Metadata);
        return new ConflictRow(root, isPart ? entry : null);
    }

    /// <summary>By the original values: what was taken off its owner has no other.</summary>
    private static bool IsOwner(EntityEntry other, IForeignKey ownership, EntityEntry owned)
    {
        if (!ownership.PrincipalEntityType.IsAssignableFrom(other.Metadata))
            return false;

        for (int i = 0; i < ownership.Properties.Count; i++)
        {
            IProperty key = ownership.PrincipalKey.Properties[i];
            object? known = owned.Property(ownership.Properties[i]).OriginalValue;
            if (!key.GetKeyValueComparer().Equals(other.Property(key).CurrentValue, known))
                return false;
        }
        return true;
    }
}
