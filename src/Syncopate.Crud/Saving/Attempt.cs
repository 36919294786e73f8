using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>One call that changes something. Unless it ends well, whatever it tracked is forgotten and whatever it
/// changed is as it was, relations included: the context can be used on, after a user's mistake as after an
/// exception.</summary>
internal sealed class Attempt : IDisposable
{
    private readonly DbContext _context;
    private readonly ContextSnapshot _before;
    private List<(PropertyEntry Property, object? Value)>? _tokens;
    private List<(PropertyEntry Property, object? Original, object? Current, bool IsModified)>? _refreshed;
    private List<IProperty>? _outdated; // Tokens of a version that has gone, and that is kept.
    private EntityEntry? _subject;
    private IProperty? _version;
    private bool _hasOthers;
    private bool _isDone;

    /// <param name="context">Looked through for changes of its caller, which are not those of the call.</param>
    public Attempt(DbContext context)
    {
        _context = context;
        if (context.ChangeTracker.AutoDetectChangesEnabled)
            context.ChangeTracker.DetectChanges();
        _before = new ContextSnapshot(context);
    }

    /// <summary>False when the context tracked nothing before the call, and no code of the application has read anything in it.</summary>
    public bool FoundRows => !_before.IsEmpty || _hasOthers;

    /// <summary>The entity that the call is about; null where it is deleted, or not yet known.</summary>
    public EntityEntry? Subject => _subject;

    /// <summary>True when the whole context has been looked through since code of the application had a hand in the call.</summary>
    public bool HasLooked { get; private set; }

    /// <summary>The entity that the call is about.</summary>
    /// <param name="subject">Tracked.</param>
    /// <param name="version">Its token that is raised with each change; null when it has none, or is new.</param>
    public void Follow(EntityEntry subject, IProperty? version) => (_subject, _version) = (subject, version);

    /// <summary>What the user saw, not what was read a moment ago: else the changes of somebody else in between are overwritten.</summary>
    public void Expect(PropertyEntry token, object? seen)
    {
        if (_outdated?.Contains(token.Metadata) is true)
            return;

        (_tokens ??= []).Add((token, token.OriginalValue));
        token.OriginalValue = seen;
    }

    /// <summary>True for a row that the context has known since before the call.</summary>
    /// <param name="entry">The row.</param>
    public bool Knew(EntityEntry entry) =>
        entry.State is EntityState.Unchanged or EntityState.Modified && _before.Has(entry.Entity);

    /// <summary>True for such a row whose token does not tell that somebody else has changed it: EF Core keeps the values that it
    /// knows, and would take one that is set anew for unchanged.</summary>
    /// <param name="entry">The row.</param>
    /// <param name="seen">What the call says of its tokens. Where it is another one than the context knows, one of the two is
    /// late, and where it is the context, its values are those of a version that has gone. Where it says nothing, the context's
    /// would be compared with the row, and be refused each time anew; but what its caller has changed and not saved yet is a
    /// change of the version that the context knows.</param>
    public static bool MayBeStale(EntityEntry entry, SeenToken seen) =>
        seen == SeenToken.Other || seen == SeenToken.Untold && !IsPending(entry) || !HasToken(entry);

    public static bool HasToken(EntityEntry entry) =>
        entry.Metadata.GetFlattenedProperties().Any(property => property.IsConcurrencyToken);

    /// <summary>Gives such a row the values that the database has for it, complex ones included. What its caller has changed and
    /// not saved yet stays, and so do the tokens beside it: it is a change of the version that the context knows, whatever
    /// version the user saw.</summary>
    /// <param name="entry">Unchanged or modified.</param>
    /// <param name="stored">Null when it has gone since.</param>
    public void Refresh(EntityEntry entry, PropertyValues? stored)
    {
        if (stored is null)
            return;

        bool keepsTokens = HasToken(entry) && IsPending(entry);
        foreach (IProperty column in entry.Metadata.GetFlattenedProperties())
        {
            if (column.IsKey() || !MemberEntries.IsAlwaysThere(column))
                continue;

            PropertyEntry property = MemberEntries.Of(entry, column);
            if (!keepsTokens || !column.IsConcurrencyToken)
                Refresh(property, stored[column]);
            else if (!column.GetValueComparer().Equals(property.OriginalValue, stored[column]))
                (_outdated ??= []).Add(column);
        }
    }

    /// <summary>The same for what it owns, which are entries of their own: a value that both have, and each item of a list that
    /// both have, but <see cref="OwnedKeys.Unpaired"/> ones. What only one of them has is not put into the other.</summary>
    /// <param name="entry">The owner.</param>
    /// <param name="copy">Read anew and not tracked; null when it has gone since.</param>
    public void RefreshOwned(EntityEntry entry, object? copy)
    {
        if (copy is null)
            return;

        foreach (var (owned, value) in OwnedKeys.Pairs(entry, copy))
        {
            if (owned.State is not (EntityState.Unchanged or EntityState.Modified))
                continue;
            foreach (IProperty column in owned.Metadata.GetFlattenedProperties().Where(IsOfClass))
                Refresh(MemberEntries.Of(owned, column), column.GetGetter().GetClrValueUsingContainingEntity(value));
            RefreshOwned(owned, value);
        }
    }

    /// <summary>Said of code of the application before it has a hand in the call: it may ask for changes, and change
    /// whatever is tracked.</summary>
    /// <param name="others">Null where there is none.</param>
    public T? LetIn<T>(T? others)
        where T : class
    {
        if (others is not null && !_context.ChangeTracker.AutoDetectChangesEnabled)
            Detect();
        _hasOthers |= others is not null;
        return others;
    }

    /// <summary>Finds the changes of this call. Where only the library had a hand in it they are near its subject, and
    /// the rest of the context is not looked through. Where a context does not look for changes itself, those of its
    /// caller are not touched.</summary>
    public void Detect()
    {
        if (_context.ChangeTracker.AutoDetectChangesEnabled)
        {
            HasLooked = _hasOthers || _subject is { State: not EntityState.Added } && !NearChanges.Detect(_subject);
            if (HasLooked)
                _context.ChangeTracker.DetectChanges();
            return;
        }

        foreach (EntityEntry entry in TrackedEntries.Of(_context))
            if (_before.Of(entry) is not { } before || ReferenceEquals(entry.Entity, _subject?.Entity) || before.HasChanged)
                entry.DetectChanges();
    }

    /// <summary>Gives the subject a new version when this call changes anything at all, a relation too: else of two
    /// users who change its tags one would not notice the other.</summary>
    public void RaiseVersion()
    {
        if (_version is null
            || _subject is not { State: EntityState.Unchanged or EntityState.Modified } subject
            || !TrackedEntries.Changed(_context).Exists(IsOfThisCall))
            return;

        // The application may have raised it itself.
        PropertyEntry version = subject.Property(_version);
        if (Equals(version.CurrentValue, version.OriginalValue))
            version.CurrentValue = Versions.Next(version.CurrentValue);
    }

    /// <param name="saved">What the database said.</param>
    /// <param name="said">What the entity itself said; its own message wins.</param>
    /// <param name="message">For the user.</param>
    public Result<T> End<T>(Saved saved, Result<T> said, string message)
    {
        if (saved.Refusal is { } refusal)
            return refusal.Of<T>();

        _isDone = true;
        return said.Saying(message);
    }

    /// <summary>The same for an update, which may find that nothing differs.</summary>
    public Result<T> EndUpdate<T>(Saved saved, Result<T> said, string message)
    {
        if (saved.Refusal is not null || saved.Rows > 0)
            return End(saved, said, message);

        RestoreTokens();
        return End(saved, Result.Done(said.Value).With(said.Warnings), "Nothing had changed, so nothing was saved.");
    }

    /// <summary>Said when the rows were written, whatever the answer will be: the context then knows them as they are.</summary>
    public void Keep() => _isDone = true;

    public void Dispose()
    {
        if (_isDone)
            return;

        RestoreTokens();
        foreach (var (property, original, current, isModified) in _refreshed ?? [])
            Put(property, original, current, isModified);
        _before.Restore();
    }

    private void RestoreTokens()
    {
        foreach (var (property, value) in _tokens ?? [])
        {
            property.OriginalValue = value;
            if (Equals(property.CurrentValue, value))
                continue;
            property.CurrentValue = value;
            property.IsModified = false;
        }
        _tokens = null;
    }

    private void Refresh(PropertyEntry property, object? stored)
    {
        ValueComparer comparer = property.Metadata.GetValueComparer();
        if (comparer.Equals(property.OriginalValue, stored))
            return;

        bool isPending = property.IsModified || !comparer.Equals(property.CurrentValue, property.OriginalValue);
        (_refreshed ??= []).Add((property, property.OriginalValue, property.CurrentValue, property.IsModified));
        Put(property, stored, isPending ? property.CurrentValue : stored, property.IsModified);
    }

    private static void Put(PropertyEntry property, object? original, object? current, bool isModified)
    {
        property.OriginalValue = original;

        // A change that its caller has made and EF Core has not noticed yet: it would put the original value back over it.
        if (!isModified && !property.Metadata.GetValueComparer().Equals(current, original))
            return;

        property.CurrentValue = current;
        property.IsModified = isModified;
    }

    /// <summary>True for a column that an object of its class has a value for, and that is free to change.</summary>
    private static bool IsOfClass(IProperty column) =>
        !column.IsKey() && !column.IsForeignKey() && !column.IsShadowProperty() && MemberEntries.IsAlwaysThere(column);

    /// <summary>Also in what it owns, which is a part of its version: an item that its caller has taken off is in no list.</summary>
    private static bool IsPending(EntityEntry entry) =>
        HasChanges(entry)
        || OwnedKeys.Within(entry).Exists(HasChanges)
        || TrackedEntries.Changed(entry.Context).Exists(
            other => ReferenceEquals(ConflictRow.RootOf(other).Entity, entry.Entity));

    /// <summary>Whether or not EF Core has noticed, also inside complex values.</summary>
    private static bool HasChanges(EntityEntry entry) =>
        entry.State != EntityState.Unchanged
        || entry.Metadata.GetFlattenedProperties().Any(
            column => !column.IsKey()
                && MemberEntries.IsAlwaysThere(column)
                && HasChanged(MemberEntries.Of(entry, column)));

    private static bool HasChanged(PropertyEntry property) =>
        !property.Metadata.GetValueComparer().Equals(property.CurrentValue, property.OriginalValue);

    private bool IsOfThisCall(EntityEntry entry) =>
        ReferenceEquals(entry.Entity, _subject?.Entity) || _before.Of(entry)?.State != entry.State;
}
