using System.Collections;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>Relations of many to many of a row that a context has known for long. EF Core adds the links that a query finds and keeps
/// those that have gone: a form that sets one of them again would write nothing.</summary>
internal static class KnownLinks
{
    /// <summary>The rows between an entity and others, as the context knows them, by the members that the entity has for them;
    /// none of those that its caller has changed. Empty where the context does not look for changes itself, and so cannot be
    /// told of one without all the others.</summary>
    public static List<(ISkipNavigation Link, List<EntityEntry> Rows)> ByRelation(EntityEntry entity) =>
        ByRelation(entity, LinksOf(entity));

    /// <summary>The same with those for which only the other side has a member: they go with the entity all the same.</summary>
    public static List<(ISkipNavigation Link, List<EntityEntry> Rows)> ByEveryRelation(EntityEntry entity) =>
        ByRelation(entity, [.. entity.Metadata.GetSkipNavigations()]);

    /// <summary>Takes off in memory what is in the database no longer.</summary>
    /// <param name="entity">Has the links.</param>
    /// <param name="link">One of its relations.</param>
    /// <param name="gone">Of the rows of that.</param>
    public static void Cut(EntityEntry entity, ISkipNavigation link, List<EntityEntry> gone)
    {
        if (gone.Count == 0)
            return;

        if (!link.IsShadowProperty())
        {
            Cut(entity, gone);
            return;
        }

        // The member is on the other side.
        foreach (EntityEntry other in TrackedEntries.Of(entity.Context))
            if (link.TargetEntityType.IsAssignableFrom(other.Metadata)
                && gone.FindAll(row => AreLinked(row, link.Inverse.ForeignKey, other)) is { Count: > 0 } own)
                Cut(other, own);

        // Of others that the context does not know.
        gone.ForEach(row => row.State = EntityState.Detached);
    }

    private static List<(ISkipNavigation Link, List<EntityEntry> Rows)> ByRelation(
        EntityEntry entity, List<ISkipNavigation> links)
    {
        List<(ISkipNavigation Link, List<EntityEntry> Rows)> found = [];
        List<EntityEntry> rows = Of(entity, links);
        foreach (ISkipNavigation link in links)
            if (rows.FindAll(row => IsOf(row, link, entity)) is { Count: > 0 } own)
                found.Add((link, own));
        return found;
    }

    private static List<EntityEntry> Of(EntityEntry entity, List<ISkipNavigation> links) =>
        links.Count == 0 || !entity.Context.ChangeTracker.AutoDetectChangesEnabled
            ? []
            : TrackedEntries.Of(entity.Context).FindAll(
                row => row.State == EntityState.Unchanged && links.Exists(link => IsOf(row, link, entity)));

    private static void Cut(EntityEntry entity, List<EntityEntry> gone)
    {
        // Where a row between them has a key of its own, somebody may have cut a link and made it anew.
        List<EntityEntry> left = Of(entity, LinksOf(entity)).FindAll(
            row => !gone.Exists(each => ReferenceEquals(each.Entity, row.Entity)));
        List<(ISkipNavigation Link, object Item)> cut = [];
        foreach (ISkipNavigation link in LinksOf(entity))
        {
            foreach (object item in ItemsOf(entity, link))
            {
                EntityEntry other = entity.Context.Entry(item);
                if (AreLinkedByAny(gone, link, entity, other) && !AreLinkedByAny(left, link, entity, other))
                    cut.Add((link, item));
            }
        }

        foreach (var (link, item) in cut)
            link.GetCollectionAccessor()?.Remove(entity.Entity, item);

        // EF Core now takes their rows for deleted by this call.
        entity.DetectChanges();
        gone.ForEach(row => row.State = EntityState.Detached);
    }

    private static List<ISkipNavigation> LinksOf(EntityEntry entity) =>
        [.. entity.Metadata.GetSkipNavigations().Where(link => !link.IsShadowProperty())];

    private static List<object> ItemsOf(EntityEntry entity, ISkipNavigation link) =>
        [.. (link.GetGetter().GetClrValue(entity.Entity) as IEnumerable)?.Cast<object>() ?? []];

    private static bool AreLinkedByAny(
        List<EntityEntry> rows, ISkipNavigation link, EntityEntry entity, EntityEntry other) =>
        rows.Exists(row => IsOf(row, link, entity) && AreLinked(row, link.Inverse.ForeignKey, other));

    private static bool IsOf(EntityEntry row, ISkipNavigation link, EntityEntry entity) =>
        row.Metadata == link.JoinEntityType && AreLinked(row, link.ForeignKey, entity);

    private static bool AreLinked(EntityEntry row, IForeignKey foreignKey, EntityEntry principal)
    {
        for (int i = 0; i < foreignKey.Properties.Count; i++)
        {
            IProperty key = foreignKey.PrincipalKey.Properties[i];
            object? there = principal.Property(key).CurrentValue;
            if (!key.GetKeyValueComparer().Equals(row.Property(foreignKey.Properties[i]).CurrentValue, there))
                return false;
        }
        return true;
    }
}
