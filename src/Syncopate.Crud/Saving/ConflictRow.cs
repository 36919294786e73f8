using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Saving;

/// <summary>The row that a conflict is about. EF Core names all that it wrote by one command: of what an entity owns that is a
/// row of its own, whose end is no end of the entity that a user edits.</summary>
/// <param name="Entity">What a user edits: an owner where it is owned; null when EF Core names nothing.</param>
/// <param name="Parts">What it owns that was found to be another: EF Core compares the tokens of all that lies in one row. None where it
/// is the entity itself alone, or a JSON column, which is a part of the entity's own row.</param>
internal readonly record struct ConflictRow(EntityEntry? Entity, IReadOnlyList<EntityEntry> Parts)
{
    /// <param name="exception">What EF Core found.</param>
    /// <param name="subject">What the call is about, of which a user wants to know rather than of others; null where it is not
    /// told.</param>
    public static ConflictRow Of(DbUpdateConcurrencyException exception, EntityEntry? subject)
    {
        List<(EntityEntry Root, EntityEntry Entry)> rows =
            [.. exception.Entries.Select(entry => (RootOf(entry), entry))];
        int own = rows.FindIndex(row => subject is not null && ReferenceEquals(row.Root.Entity, subject.Entity));
        if (rows.Count == 0)
            return new ConflictRow(null, []);

        EntityEntry root = rows[Math.Max(own, 0)].Root;
        return new ConflictRow(
            root,
            [
                .. rows.FindAll(row => ReferenceEquals(row.Root.Entity, root.Entity) && IsPart(row.Entry, root))
                    .Select(row => row.Entry),
            ]);
    }

    /// <summary>What is said of it: that somebody else was faster, or that the database passes over the command itself, which a trigger
    /// and a policy for rows may do.</summary>
    /// <param name="exception">What EF Core found.</param>
    /// <param name="current">What the row holds now; null when it is not there.</param>
    /// <param name="parts">Of the parts, what they hold now.</param>
    public Refusal Refused(
        DbUpdateConcurrencyException exception, PropertyValues? current, List<PropertyValues> parts) =>
        IsPassedOver(exception, current)
            ? new Refusal(Outcome.Invalid, "")
            {
                Errors = [new CrudError("", "A rule of the database does not allow this.")],
                Cause = exception,
            }
            : Refusal.Conflict(exception, Entity?.Metadata, current, parts);

    /// <summary>The entity that owns it at last, as far as that is tracked; itself where nothing does.</summary>
    public static EntityEntry RootOf(EntityEntry entry)
    {
        EntityEntry root = entry;
        while (OwnerOf(root) is { } owner)
            root = owner;
        return root;
    }

    /// <summary>What its row is of: an item of a list for a single value in the row of that.</summary>
    public static EntityEntry RowOf(EntityEntry entry)
    {
        EntityEntry row = entry;
        while (row.Metadata.FindOwnership()?.PrincipalToDependent is { } way
            && OwnedKeys.SharesRow(way)
            && OwnerOf(row) is { } owner)
        {
            row = owner;
        }
        return row;
    }

    /// <summary>True for an entry itself, and for what it owns at any depth.</summary>
    public static bool IsOf(EntityEntry entry, EntityEntry owner)
    {
        for (EntityEntry? each = entry; each is not null; each = OwnerOf(each))
            if (ReferenceEquals(each.Entity, owner.Entity))
                return true;
        return false;
    }

    /// <summary>As far as it is tracked; null for what nothing owns.</summary>
    public static EntityEntry? OwnerOf(EntityEntry entry) => entry.Metadata.FindOwnership() is { } ownership
        ? TrackedEntries.Of(entry.Context).Find(other => IsOwner(other, ownership, entry))
        : null;

    /// <summary>True for rows that are new, which nobody else can have changed, and for one that is there in the version that was compared.
    /// </summary>
    private bool IsPassedOver(DbUpdateConcurrencyException exception, PropertyValues? current)
    {
        if (exception.Entries.Count > 0 && exception.Entries.All(IsInserted))
            return true;
        if (current is null
            || Entity is not { } entity
            || ConcurrencyTokens.AreOwned(entity.Metadata)
            || !exception.Entries.All(entry => ReferenceEquals(entry.Entity, entity.Entity)))
        {
            return false;
        }

        foreach (IProperty token in entity.Metadata.GetFlattenedProperties().Where(column => column.IsConcurrencyToken))
            if (!MemberEntries.IsAlwaysThere(token)
                || !token.GetValueComparer().Equals(MemberEntries.Of(entity, token).OriginalValue, current[token]))
                return false;
        return true;
    }

    /// <summary>False for what is new in a row that is there.</summary>
    private static bool IsInserted(EntityEntry entry) => entry.State == EntityState.Added
        && !OwnedKeys.IsInJson(entry.Metadata)
        && RowOf(entry).State == EntityState.Added;

    private static bool IsPart(EntityEntry entry, EntityEntry root) =>
        !ReferenceEquals(entry.Entity, root.Entity) && !OwnedKeys.IsInJson(entry.Metadata);

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
