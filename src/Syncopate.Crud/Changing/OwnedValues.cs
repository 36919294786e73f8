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
        foreach (IProperty token in ConcurrencyTokens.Of(stored.Metadata))
            if (OwnedKeys.IsStored(stored) && IsTold(token, given))
                attempt.Expect(MemberEntries.Of(stored, token), Told(token, given));

        KeepKey(stored, given);
        ReplaceNullable(stored, given);
        stored.CurrentValues.SetValues(given);
        foreach (INavigation navigation in OwnedKeys.NavigationsOf(stored.Metadata))
        {
            if (!IsOf(navigation, given))
                continue;
            if (navigation.IsCollection)
                ReplaceList(stored.Collection(navigation), navigation, given, attempt);
            else
                ReplaceOne(stored.Reference(navigation), navigation.GetGetter().GetClrValue(given), attempt);
        }
    }

    /// <summary>What whoever made an entity has seen of the version that the context knows. Tokens of what it owns that say
    /// nothing are passed over where the entity has one: that is of all of it.</summary>
    public static SeenToken Seen(EntityEntry stored, object given)
    {
        SeenToken seen = SeenOfItself(stored, given);
        if (seen == SeenToken.Other || !ConcurrencyTokens.AreOwned(stored.Metadata))
            return seen;

        SeenToken owned = SeenOfOwned(stored, given);
        return owned == SeenToken.Other || !Attempt.HasToken(stored) ? owned : seen;
    }

    /// <summary>True where the caller's entity has the token of something that the row owned and owns no longer: to save it would
    /// create that again, over the head of whoever has removed it.</summary>
    /// <param name="stored">Just read, or read anew.</param>
    /// <param name="given">By the caller.</param>
    public static bool HasGone(EntityEntry stored, object given) =>
        ConcurrencyTokens.AreOwned(stored.Metadata) && HasGoneWithin(stored, given);

    private static bool HasGoneWithin(EntityEntry stored, object given)
    {
        foreach (INavigation navigation in OwnedKeys.NavigationsOf(stored.Metadata))
        {
            if (!IsOf(navigation, given) || navigation.IsShadowProperty())
                continue;

            foreach (var (owned, value) in Both(stored, navigation, given))
            {
                bool hasGone = owned is null || OwnedKeys.IsNew(owned)
                    ? IsSeen(navigation.TargetEntityType, value) && !PendingChanges.HaveTakenOff(stored, navigation)
                    : HasGoneWithin(owned, value);
                if (hasGone)
                    return true;
            }
        }
        return false;
    }

    /// <summary>True for what has a token that its user has seen, itself or in what it owns.</summary>
    private static bool IsSeen(IEntityType type, object given)
    {
        if (ConcurrencyTokens.Of(type).Any(
            token => IsTold(token, given) && ConcurrencyTokens.IsSeen(token, Told(token, given))))
        {
            return true;
        }

        foreach (INavigation navigation in OwnedKeys.NavigationsOf(type).Where(way => !way.IsShadowProperty()))
            if (ValuesOf(navigation, given).Exists(value => IsSeen(navigation.TargetEntityType, value)))
                return true;
        return false;
    }

    private static SeenToken SeenOfItself(EntityEntry stored, object given)
    {
        SeenToken seen = SeenToken.Known;
        foreach (IProperty token in ConcurrencyTokens.Of(stored.Metadata))
        {
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

    private static SeenToken SeenOfOwned(EntityEntry stored, object given)
    {
        SeenToken seen = SeenToken.Known;
        foreach (INavigation navigation in OwnedKeys.NavigationsOf(stored.Metadata))
        {
            if (!IsOf(navigation, given) || navigation.IsShadowProperty())
                continue;

            foreach (var (owned, value) in Both(stored, navigation, given))
            {
                if (owned is null)
                    continue;

                SeenToken own = SeenOfItself(owned, value);
                SeenToken within = own == SeenToken.Other ? own : SeenOfOwned(owned, value);
                if (within == SeenToken.Other)
                    return within;
                if (own == SeenToken.Untold || within == SeenToken.Untold)
                    seen = SeenToken.Untold;
            }
        }
        return seen;
    }

    /// <summary>What the caller's entity has of what one navigation owns, and what the stored one has for it; null for nothing.
    /// </summary>
    private static List<(EntityEntry? Owned, object Value)> Both(
        EntityEntry stored, INavigation navigation, object given)
    {
        List<object> after = ValuesOf(navigation, given);
        if (!navigation.IsCollection)
            return [.. after.Select(value => (stored.Reference(navigation).TargetEntry, value))];

        CollectionEntry list = stored.Collection(navigation);
        List<object> before = [.. list.CurrentValue?.Cast<object>() ?? []];
        IProperty[] key = OwnedKeys.Of(navigation.TargetEntityType);
        List<(EntityEntry? Owned, object Value)> both = [];
        for (int i = 0; i < after.Count; i++)
            both.Add((Kept(before, before, key, after[i], i) is { } kept ? list.FindEntry(kept) : null, after[i]));
        return both;
    }

    private static List<object> ValuesOf(INavigation navigation, object given) =>
        navigation.GetGetter().GetClrValue(given) is not { } value ? []
        : navigation.IsCollection ? [.. ((IEnumerable)value).Cast<object>()]
        : [value];

    /// <summary>Which of the items that a list has is meant by one of the caller's.</summary>
    private static object? Kept(List<object> before, List<object> left, IProperty[] key, object item, int place) =>
        key.Length == 0
            ? before.ElementAtOrDefault(place)
            : left.Find(known => OwnedKeys.AreSame(key, known, item));

    /// <summary>Complex values that only one of the two has: EF Core copies columns alone, and fails where there is no value to copy them
    /// into.</summary>
    private static void ReplaceNullable(EntityEntry stored, object given)
    {
        foreach (IComplexProperty member in MemberEntries.ComplexWithin(stored.Metadata))
        {
            if (!member.IsNullable || !member.DeclaringType.ContainingEntityType.ClrType.IsInstanceOfType(given))
                continue;

            object? value = member.GetGetter().GetClrValueUsingContainingEntity(given);
            ComplexPropertyEntry held = MemberEntries.Of(stored, member);
            if ((held.CurrentValue is null) != (value is null))
                held.CurrentValue = value;
        }
    }

    /// <summary>Gives the caller's entity the key of the row that was found for it, where .NET takes the two for different: the database
    /// may compare texts without their case, and what is owned may have the key of its owner. EF Core throws for a key that changes.
    /// </summary>
    private static void KeepKey(EntityEntry stored, object given)
    {
        foreach (IProperty key in stored.Metadata.FindPrimaryKey()?.Properties ?? [])
            if (!key.IsShadowProperty()
                && IsOf(key, given)
                && stored.Property(key).CurrentValue is var own
                && !key.GetValueComparer().Equals(own, key.GetGetter().GetClrValue(given)))
                Members.Set(key.GetMemberInfo(forMaterialization: false, forSet: true), given, own);
    }

    private static void ReplaceOne(ReferenceEntry stored, object? given, Attempt attempt)
    {
        if (given is not null && stored.TargetEntry is { } target)
            Replace(target, given, attempt);
        else if (!ReferenceEquals(given, stored.CurrentValue))
            stored.CurrentValue = given;
    }

    /// <summary>By their keys where the class has one, else by their places: what is owned seldom has a key that the caller
    /// knows.</summary>
    private static void ReplaceList(CollectionEntry stored, INavigation navigation, object given, Attempt attempt)
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
            if (Kept(before, gone, key, item, i) is not { } kept)
            {
                added.Add(item);
                continue;
            }
            gone.RemoveAt(gone.FindIndex(known => ReferenceEquals(known, kept)));
            if (stored.FindEntry(kept) is { } entry)
                Replace(entry, item, attempt);
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
