using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>What a form says of the concurrency tokens of a row, of its complex values and of the single values that it owns: by
/// a member of that name, by one inside a nested form, or by one with the names of the whole way, as in SealNumber. A list that a
/// form carries says nothing of its items.</summary>
internal sealed class FormTokens
{
    private readonly List<(INavigation[] Way, IProperty Token, Func<object, object?> Seen)> _tokens = [];

    /// <param name="entity">Whose row it is.</param>
    /// <param name="form">The class of the form.</param>
    public FormTokens(IEntityType entity, Type form) => Add(entity, form, []);

    /// <summary>What the user saw of the version that the context knows. Tokens of what it owns that say nothing are passed over
    /// where the entity has one: that is of all of it.</summary>
    /// <param name="form">Its class is that of the constructor.</param>
    /// <param name="entry">The row.</param>
    public SeenToken Seen(object form, EntityEntry entry)
    {
        foreach (var (way, token, seen) in _tokens)
        {
            object? told = seen(form);
            if (told is not Untold
                && EntryOf(entry, way) is { } owned
                && Expected(token, told, out object? expected) is null
                && !token.GetValueComparer().Equals(MemberEntries.Of(owned, token).OriginalValue, expected))
            {
                return SeenToken.Other;
            }
        }

        bool isUntold = Attempt.HasToken(entry)
            ? ConcurrencyTokens.Of(entry.Metadata).Any(token => !IsTold(form, token))
            : ConcurrencyTokens.AreOwned(entry.Metadata);
        return isUntold ? SeenToken.Untold : SeenToken.Known;
    }

    /// <summary>True where the form has the token of something that the row owned and owns no longer: to save it would create that
    /// again, over the head of whoever has removed it.</summary>
    /// <param name="form">Not yet copied into the row.</param>
    /// <param name="entry">Just read, or read anew.</param>
    public bool HasGone(object form, EntityEntry entry)
    {
        foreach (var (way, token, seen) in _tokens)
        {
            object? told = seen(form);
            if (way.Length > 0
                && told is not Untold
                && Expected(token, told, out object? expected) is null
                && ConcurrencyTokens.IsSeen(token, expected)
                && HasGone(entry, way))
            {
                return true;
            }
        }
        return false;
    }

    /// <summary>Has the save compare what the user saw.</summary>
    /// <param name="form">Already copied into the row.</param>
    /// <param name="entry">The row.</param>
    /// <param name="attempt">Undoes it.</param>
    /// <returns>An error when no row can have what the form says; null else.</returns>
    public CrudError? Expect(object form, EntityEntry entry, Attempt attempt)
    {
        foreach (var (way, token, seen) in _tokens)
        {
            object? told = seen(form);
            if (told is Untold || EntryOf(entry, way) is not { } owned)
                continue;
            if (Expected(token, told, out object? expected) is { } error)
                return error;
            attempt.Expect(MemberEntries.Of(owned, token), expected);
        }
        return null;
    }

    private void Add(IEntityType type, Type form, INavigation[] way)
    {
        foreach (IProperty token in ConcurrencyTokens.Of(type))
        {
            string[] names = [.. way.Select(step => step.Name), .. Names(token)];
            if (Reader(form, names) is { } found && (names.Length == 1 || Fits(found.Member, token)))
                _tokens.Add((way, token, found.Seen));
        }
        foreach (INavigation step in OwnedKeys.NavigationsOf(type))
            if (!step.IsCollection && !step.IsShadowProperty())
                Add(step.TargetEntityType, form, [.. way, step]);
    }

    private bool IsTold(object form, IProperty token) =>
        _tokens.Exists(each => each.Token == token && each.Seen(form) is not Untold);

    private static bool HasGone(EntityEntry entry, INavigation[] way)
    {
        EntityEntry owned = entry;
        foreach (INavigation step in way)
        {
            if (!step.DeclaringEntityType.IsAssignableFrom(owned.Metadata))
                return false;

            EntityEntry? one = owned.Reference(step).TargetEntry;
            if (one is null || OwnedKeys.IsNew(one))
                return !PendingChanges.HaveTakenOff(owned, step);
            owned = one;
        }
        return false;
    }

    /// <summary>Null for what is not there, or is new.</summary>
    private static EntityEntry? EntryOf(EntityEntry entry, INavigation[] way)
    {
        EntityEntry owned = entry;
        foreach (INavigation step in way)
        {
            if (!step.DeclaringEntityType.IsAssignableFrom(owned.Metadata)
                || OwnedKeys.EntriesOf(owned, step) is not [var one])
            {
                return null;
            }
            owned = one;
        }
        return OwnedKeys.IsStored(owned) ? owned : null;
    }

    private static List<string> Names(IProperty token)
    {
        List<string> names = [token.Name];
        ITypeBase type = token.DeclaringType;
        while (type is IComplexType { ComplexProperty: var value })
        {
            names.Insert(0, value.Name);
            type = value.DeclaringType;
        }
        return names;
    }

    /// <summary>A member that happens to have such a name, and holds something else, is none.</summary>
    private static bool Fits(Type member, IProperty token) =>
        (Nullable.GetUnderlyingType(member) ?? member) == (Nullable.GetUnderlyingType(token.ClrType) ?? token.ClrType)
        || ColumnNumber.Is(member) && ColumnNumber.Is(token.ClrType);

    /// <summary>Null where the form has no such member.</summary>
    private static (Type Member, Func<object, object?> Seen)? Reader(Type form, string[] names)
    {
        if (form.GetProperty(string.Concat(names)) is { CanRead: true } member)
            return (member.PropertyType, Members.Getter(member));
        if (names.Length == 1
            || form.GetProperty(names[0]) is not { CanRead: true } nested
            || Reader(nested.PropertyType, names[1..]) is not { } inside)
        {
            return null;
        }

        Func<object, object?> outside = Members.Getter(nested);
        Func<object, object?> seen = instance => outside(instance) is { } value ? inside.Seen(value) : Untold.Value;
        return (inside.Member, seen);
    }

    /// <summary>What the user saw of a token, in its own type; the error when no row can have it.</summary>
    private static CrudError? Expected(IProperty token, object? seen, out object? expected)
    {
        expected = seen;
        if (seen is null)
            return token.IsNullable ? null : EmptyKeys.Error(token);
        if (ColumnNumber.TryConvert(seen, token.ClrType, out object? converted))
            expected = converted;
        else if (ColumnNumber.Is(token.ClrType) && ColumnNumber.Is(seen.GetType()))
            return ColumnNumber.Error(token, seen);
        return null;
    }

    /// <summary>Stands for a nested form that is not there, which a token that is null is not.</summary>
    private sealed class Untold
    {
        public static Untold Value { get; } = new();
    }
}
