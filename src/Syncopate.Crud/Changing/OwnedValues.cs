using System.Collections;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>Puts one object's values into a tracked entity, and those of what it owns into what that owns: EF Core
/// keeps owned values as entities of their own, and would take a replaced one for changed in every column.</summary>
internal static class OwnedValues
{
    /// <summary>Puts the values of a caller's entity into the stored one, with the values that it owns. EF Core then
    /// writes what differs. Relations and shadow properties, of which the caller's entity knows nothing, stay as they
    /// are.</summary>
    public static void Replace(EntityEntry stored, object given, Attempt attempt)
    {
        // Before the values: the token that the row has now is the one to undo to.
        foreach (IProperty token in stored.Metadata.GetFlattenedProperties())
            if (token.IsConcurrencyToken && IsTold(token, given))
                attempt.Expect(MemberEntries.Of(stored, token), Told(token, given));
        Replace(stored, given);
    }

    /// <summary>What whoever made an entity has seen of the version that the context knows.</summary>
    public static SeenToken Seen(EntityEntry stored, object given)
    {
        SeenToken seen = SeenToken.Known;
        foreach (IProperty token in stored.Metadata.GetFlattenedProperties())
        {
            if (!token.IsConcurrencyToken)
                continue;

            if (!IsTold(token, given))
            {
                seen = SeenToken.Untold;
                continue;
            }

            if (!token.GetValueComparer().Equals(MemberEntries.Of(stored, token).OriginalValue, Told(token, given)))
                return SeenToken.Other;
        }
        return seen;
    }

    private static void Replace(EntityEntry stored, object given)
    {
        stored.CurrentValues.SetValues(given);
        foreach (INavigation navigation in OwnedKeys.NavigationsOf(stored.Metadata))
        {
            if (!IsOf(navigation, given))
                continue;
            if (navigation.IsCollection)
                ReplaceList(stored.Collection(navigation), navigation, given);
            else
                ReplaceOne(stored.Reference(navigation), navigation.GetGetter().GetClrValue(given));
        }
    }

    private static void ReplaceOne(ReferenceEntry stored, object? given)
    {
        if (given is not null && stored.TargetEntry is { } target)
            Replace(target, given);
        else if (!ReferenceEquals(given, stored.CurrentValue))
            stored.CurrentValue = given;
    }

    /// <summary>By their keys where the class has one, else by their places: what is owned seldom has a key that the caller
    /// knows.</summary>
    private static void ReplaceList(CollectionEntry stored, INavigation navigation, object given)
    {
        List<object> before = stored.CurrentValue?.Cast<object>().ToList() ?? [];
        List<object> after = ((IEnumerable?)navigation.GetGetter().GetClrValue(given))?.Cast<object>().ToList() ?? [];
        IClrCollectionAccessor list = navigation.GetCollectionAccessor()
            ?? throw new InvalidOperationException($"{navigation.Name} is no list that can be changed.");
        List<object> added = [];
        List<object> gone = [.. before];
        IProperty[] key = OwnedKeys.Of(navigation.TargetEntityType);
        for (int i = 0; i < after.Count; i++)
        {
            object item = after[i];
            object? kept = key.Length == 0
                ? before.ElementAtOrDefault(i)
                : gone.Find(known => OwnedKeys.AreSame(key, known, item));
            if (kept is null)
            {
                added.Add(item);
                continue;
            }
            gone.RemoveAt(gone.FindIndex(known => ReferenceEquals(known, kept)));
            if (stored.FindEntry(kept) is { } entry)
                Replace(entry, item);
        }

        foreach (object item in gone)
            list.Remove(stored.EntityEntry.Entity, item);
        foreach (object item in added)
            list.Add(stored.EntityEntry.Entity, item, forMaterialization: false);
        if (gone.Count + added.Count > 0 && !stored.EntityEntry.Context.ChangeTracker.AutoDetectChangesEnabled)
            stored.EntityEntry.DetectChanges();
    }

    /// <summary>False for a member of a derived row, where the caller's entity is of its base.</summary>
    private static bool IsOf(IPropertyBase member, object given) => member.DeclaringType.ClrType.IsInstanceOfType(given);

    /// <summary>True for a token that the caller's entity has a value for, also inside a complex value.</summary>
    private static bool IsTold(IProperty token, object given) =>
        !token.IsShadowProperty()
        && MemberEntries.IsAlwaysThere(token)
        && token.DeclaringType.ContainingEntityType.ClrType.IsInstanceOfType(given);

    private static object? Told(IProperty token, object given) =>
        token.GetGetter().GetClrValueUsingContainingEntity(given);
}
