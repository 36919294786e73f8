using System.Collections;
using System.Runtime.CompilerServices;
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
    /// the class has one, else by their places.</summary>
    public static IEnumerable<(EntityEntry Owned, object Value)> Pairs(EntityEntry owner, object copy)
    {
        foreach (INavigation navigation in NavigationsOf(owner.Metadata))
        {
            if (navigation.IsShadowProperty() || navigation.GetGetter().GetClrValue(copy) is not { } value)
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
