using System.Collections;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>The keys by which the items of a list are told apart that an entity owns.</summary>
internal static class OwnedKeys
{
    // Any thread; the table guards itself. What an entity owns, lists and single values.
    private static readonly ConditionalWeakTable<IEntityType, INavigation[]> Owned = [];

    public static INavigation[] NavigationsOf(IEntityType entity) => Owned.GetValue(
        entity,
        static type =>
        [
            .. type.GetNavigations().Where(way => way.ForeignKey.IsOwnership && !way.IsOnDependent),
        ]);

    /// <summary>What the class itself has of the key; the rest refers to the owner. Empty where it has none.</summary>
    public static IProperty[] Of(IEntityType owned) =>
    [
        .. (owned.FindPrimaryKey()?.Properties ?? []).Where(property =>
            !property.IsShadowProperty() && owned.FindOwnership()?.Properties.Contains(property) is not true),
    ];

    public static bool AreSame(IProperty[] key, object left, object right) => Array.TrueForAll(
        key,
        property => property.GetGetter() is var getter
            && property.GetValueComparer().Equals(getter.GetClrValue(left), getter.GetClrValue(right)));

    /// <summary>What a tracked entity owns in its own row or in a JSON column, and the same of a copy of it that is not tracked, by
    /// their places where it is a list; null where the copy has none. Rows of other tables are told by <see cref="OwnedRelation"/>.
    /// </summary>
    public static List<(INavigation Way, EntityEntry Owned, object? Value)> Pairs(EntityEntry owner, object copy)
    {
        List<(INavigation Way, EntityEntry Owned, object? Value)> found = [];
        foreach (INavigation way in NavigationsOf(owner.Metadata))
        {
            if (way.IsShadowProperty() || !IsInJson(way) && !SharesRow(way))
                continue;

            object? value = way.GetGetter().GetClrValue(copy);
            if (!way.IsCollection)
            {
                found.AddRange(EntriesOf(owner, way).Select(one => (way, one, value)));
                continue;
            }

            CollectionEntry list = owner.Collection(way);
            List<object> known = [.. list.CurrentValue?.OfType<object>() ?? []];
            List<object> others = [.. (value as IEnumerable)?.OfType<object>() ?? []];
            for (int i = 0; i < known.Count; i++)
                if (list.FindEntry(known[i]) is { } entry)
                    found.Add((way, entry, others.ElementAtOrDefault(i)));
        }
        return found;
    }

    /// <summary>All that a tracked entity owns now, with what that owns in turn.</summary>
    /// <param name="owner">Tracked.</param>
    public static List<EntityEntry> Within(EntityEntry owner)
    {
        List<EntityEntry> found = [];
        foreach (INavigation navigation in NavigationsOf(owner.Metadata).Where(way => !way.IsShadowProperty()))
        {
            foreach (EntityEntry owned in EntriesOf(owner, navigation))
            {
                found.Add(owned);
                found.AddRange(Within(owned));
            }
        }
        return found;
    }

    /// <summary>What is tracked of what an entity owns by one relation.</summary>
    public static List<EntityEntry> EntriesOf(EntityEntry owner, INavigation way)
    {
        if (!way.IsCollection)
            return owner.Reference(way).TargetEntry is { } one ? [one] : [];

        CollectionEntry list = owner.Collection(way);
        return [.. list.CurrentValue?.OfType<object>().Select(list.FindEntry).OfType<EntityEntry>() ?? []];
    }

    /// <summary>True for what EF Core takes for a row, or a part of one, that the database has and keeps.</summary>
    public static bool IsStored(EntityEntry entry) => entry.State is EntityState.Unchanged or EntityState.Modified;

    /// <summary>True for an object that is in no row, such as one that an entity of its class begins with.</summary>
    public static bool IsNew(EntityEntry entry) => entry.State is EntityState.Added or EntityState.Detached;

    public static bool IsInJson(INavigation way) => IsInJson(way.TargetEntityType);

    public static bool IsInJson(IEntityType type) => RelationalTypeBaseExtensions.IsMappedToJson(type);

    /// <summary>True for a single value in columns of its owner's row.</summary>
    public static bool SharesRow(INavigation way) =>
        !way.IsCollection
        && !IsInJson(way)
        && way.TargetEntityType.GetTableName() == way.DeclaringEntityType.GetTableName()
        && way.TargetEntityType.GetSchema() == way.DeclaringEntityType.GetSchema();

    /// <summary>The key that two items of one list have; null when all is well. EF Core throws for the second of them, with a
    /// text for programmers.</summary>
    /// <param name="type">Of the entity.</param>
    /// <param name="entity">As it is to be saved.</param>
    public static IKey? Twice(IEntityType type, object entity)
    {
        foreach (INavigation navigation in NavigationsOf(type))
        {
            if (navigation.IsShadowProperty() || navigation.GetGetter().GetClrValue(entity) is not { } value)
                continue;

            IEntityType owned = navigation.TargetEntityType;
            List<object> items = navigation.IsCollection ? [.. ((IEnumerable)value).OfType<object>()] : [value];
            if (navigation.IsCollection && HasTwice(owned, items))
                return owned.FindPrimaryKey();
            foreach (object item in items)
                if (Twice(owned, item) is { } inside)
                    return inside;
        }
        return null;
    }

    private static bool HasTwice(IEntityType owned, List<object> items)
    {
        IProperty[] key = Of(owned);

        // Items that wait for their keys differ.
        List<object> given = items.FindAll(item => !Array.Exists(key, property => IsUnmade(property, item)));
        for (int i = 0; key.Length > 0 && i < given.Count; i++)
        {
            object one = given[i];
            if (given.FindIndex(i + 1, other => !ReferenceEquals(other, one) && AreSame(key, one, other)) >= 0)
                return true;
        }
        return false;
    }

    private static bool IsUnmade(IProperty property, object item) =>
        property.GetGetter().GetClrValue(item) is not { } value
        || KeyValues.IsMade(property) && value.Equals(property.Sentinel);
}
