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

    /// <summary>What a tracked entity owns, and the same of a copy of it that is not tracked: items of a list by their keys where
    /// the class has one, and by their places in a JSON column. All others are <see cref="Unpaired"/>.</summary>
    public static IEnumerable<(EntityEntry Owned, object Value)> Pairs(EntityEntry owner, object copy)
    {
        foreach (INavigation navigation in NavigationsOf(owner.Metadata))
        {
            if (navigation.IsShadowProperty() || IsUnpaired(navigation))
                continue;
            if (navigation.GetGetter().GetClrValue(copy) is not { } value)
                continue;
            if (!navigation.IsCollection)
            {
                if (owner.Reference(navigation).TargetEntry is { } one)
                    yield return (one, value);
                continue;
            }

            CollectionEntry list = owner.Collection(navigation);
            List<object> known = [.. list.CurrentValue?.OfType<object>() ?? []];
            List<object> others = [.. ((IEnumerable)value).OfType<object>()];
            IProperty[] key = Of(navigation.TargetEntityType);
            for (int i = 0; i < known.Count; i++)
            {
                object item = known[i];
                object? other = key.Length == 0
                    ? others.ElementAtOrDefault(i)
                    : others.Find(candidate => AreSame(key, candidate, item));
                if (other is not null && list.FindEntry(item) is { } entry)
                    yield return (entry, other);
            }
        }
    }

    /// <summary>Items of tables whose class has no key, with what these own in turn. A table gives its rows in any order, so that no
    /// place in a copy tells which is which: each has to be asked for by the key that the context knows.</summary>
    /// <param name="owner">Tracked.</param>
    public static List<EntityEntry> Unpaired(EntityEntry owner)
    {
        List<EntityEntry> found = [];
        AddUnpaired(owner, isWithin: false, found);
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

    /// <summary>The lists of a tracked entity whose items are rows of their own, with those that EF Core takes for stored; none
    /// that is empty.</summary>
    /// <param name="owner">Tracked, and owned by nothing.</param>
    public static List<(INavigation List, List<EntityEntry> Items)> Lists(EntityEntry owner)
    {
        List<(INavigation List, List<EntityEntry> Items)> found = [];
        foreach (INavigation list in NavigationsOf(owner.Metadata))
        {
            if (!list.IsCollection || list.IsShadowProperty() || IsInJson(list))
                continue;

            List<EntityEntry> items = EntriesOf(owner, list).FindAll(
                item => item.State is EntityState.Unchanged or EntityState.Modified);
            if (items.Count > 0)
                found.Add((list, items));
        }
        return found;
    }

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

    private static void AddUnpaired(EntityEntry owner, bool isWithin, List<EntityEntry> found)
    {
        foreach (INavigation navigation in NavigationsOf(owner.Metadata))
        {
            if (navigation.IsShadowProperty() || IsInJson(navigation))
                continue;

            bool isUnpaired = isWithin || IsUnpaired(navigation);
            foreach (EntityEntry owned in EntriesOf(owner, navigation))
            {
                if (isUnpaired && owned.State is EntityState.Unchanged or EntityState.Modified)
                    found.Add(owned);
                AddUnpaired(owned, isUnpaired, found);
            }
        }
    }

    private static bool IsUnpaired(INavigation navigation) =>
        navigation.IsCollection && !IsInJson(navigation) && Of(navigation.TargetEntityType).Length == 0;

    private static bool IsInJson(INavigation navigation) =>
        RelationalTypeBaseExtensions.IsMappedToJson(navigation.TargetEntityType);

    private static List<EntityEntry> EntriesOf(EntityEntry owner, INavigation navigation)
    {
        if (!navigation.IsCollection)
            return owner.Reference(navigation).TargetEntry is { } one ? [one] : [];

        CollectionEntry list = owner.Collection(navigation);
        return [.. list.CurrentValue?.OfType<object>().Select(list.FindEntry).OfType<EntityEntry>() ?? []];
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
