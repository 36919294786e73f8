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
    private RefreshedValues? _refreshed; // Null where nothing was read anew.
    private List<ToldToken>? _tokens;
    private List<ToldToken>? _uncompared; // Those of rows that the save does not write.
    private BegunValues? _begun; // Null where nothing is written into an entity that is stored.
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

    /// <summary>What the call reads anew, which goes back to what it was unless the call ends well.</summary>
    public RefreshedValues Refreshed => _refreshed ??= new RefreshedValues();

    /// <summary>True when the whole context has been looked through since code of the application had a hand in the call.</summary>
    public bool HasLooked { get; private set; }

    /// <summary>The entity that the call is about.</summary>
    /// <param name="subject">Tracked.</param>
    /// <param name="version">Its token that is raised with each change; null when it has none, or is new.</param>
    public void Follow(EntityEntry subject, IProperty? version) => (_subject, _version) = (subject, version);

    /// <summary>Said before the call writes into an entity: what it begins with, and no row has, is unknown to EF Core.</summary>
    /// <param name="entity">Tracked.</param>
    public void LetWrite(EntityEntry entity) => _begun = BegunValues.Before(entity);

    /// <summary>The same of an entity into which its caller has written already.</summary>
    /// <param name="entity">Tracked.</param>
    public void LetWritten(EntityEntry entity) => _begun = BegunValues.After(entity);

    /// <summary>What the user saw, not what was read a moment ago: else the changes of somebody else in between are overwritten.</summary>
    public void Expect(PropertyEntry token, object? seen)
    {
        if (_refreshed?.IsOutdated(token) is true)
            return;

        (_tokens ??= []).Add(new ToldToken(token, token.OriginalValue, seen));
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
        seen == SeenToken.Other || seen == SeenToken.Untold && !PendingChanges.AreIn(entry) || !HasToken(entry);

    /// <summary>Of its own: one of what it owns says nothing of the rest of it.</summary>
    public static bool HasToken(EntityEntry entry) => ConcurrencyTokens.Of(entry.Metadata).Any();

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
        _begun?.Create();
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

    /// <summary>Said when the changes of the call have been found: <see cref="RefreshedValues.WriteWhole"/>.</summary>
    public void WriteWhole()
    {
        using Unlooking unlooking = new(_context);
        _refreshed?.WriteWhole();
    }

    /// <summary>Gives the subject a new version when this call changes anything at all, a relation too: else of two
    /// users who change its tags one would not notice the other. What it owns has a new one where that itself has changed.</summary>
    public void RaiseVersion()
    {
        if (_subject is not { State: EntityState.Unchanged or EntityState.Modified } subject)
            return;

        using Unlooking unlooking = new(_context);
        foreach (EntityEntry owned in ConcurrencyTokens.AreOwned(subject.Metadata) ? OwnedKeys.Within(subject) : [])
        {
            if (owned.State == EntityState.Modified
                && !OwnedKeys.IsInJson(owned.Metadata)
                && Versions.Of(owned.Metadata) is { } own)
            {
                Raise(owned.Property(own));
            }
        }
        if (_version is not null && TrackedEntries.Changed(_context).Exists(IsOfThisCall))
            Raise(subject.Property(_version));
    }

    /// <summary>Has the save write the subject's own row where the call changes what lies in other rows alone: nothing else would compare
    /// the tokens of that row, and a version that the database makes would stay the same for whoever changes the rest.</summary>
    /// <param name="raises">Whether versions are raised that the call does not name.</param>
    public void CompareTokens(bool raises)
    {
        if (_subject is not { } subject || !OwnedKeys.IsStored(subject))
            return;

        using Unlooking unlooking = new(_context);
        IProperty? compared = ConcurrencyTokens.Of(subject.Metadata).FirstOrDefault(
            token => raises && ConcurrencyTokens.IsMade(token) || IsTold(subject, token));
        if (compared is null
            || IsUpdated(subject)
            || IsWrittenWithin(subject)
            || !TrackedEntries.Changed(_context).Exists(
                other => !ReferenceEquals(other.Entity, subject.Entity) && IsOfThisCall(other)))
        {
            return;
        }

        if (ConcurrencyTokens.WrittenWith(compared) is { } column)
            subject.Property(column).IsModified = true;
    }

    /// <summary>Finds out, when all that is to be written is known, which told tokens are those of rows that stay as they are: nothing
    /// compares them, so that the context must not keep what their user saw.</summary>
    public void FindUncompared()
    {
        using Unlooking unlooking = new(_context);
        _uncompared = _tokens?.FindAll(
            told => !IsWritten(ConflictRow.RowOf(told.Token.EntityEntry)));
    }

    /// <param name="saved">What the database said.</param>
    /// <param name="said">What the entity itself said; its own message wins.</param>
    /// <param name="message">For the user.</param>
    public Result<T> End<T>(Saved saved, Result<T> said, string message)
    {
        if (saved.Refusal is { } refusal)
            return refusal.Of<T>();

        _uncompared?.FindAll(token => token.IsAsTold).ForEach(token => token.Restore());
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

        _before.RestoreComplex();
        RestoreTokens();
        _refreshed?.Undo();
        _before.Restore();
    }

    private void RestoreTokens()
    {
        _tokens?.ForEach(token => token.Restore());
        (_tokens, _uncompared) = (null, null);
    }

    /// <summary>The application may have raised it itself.</summary>
    private static void Raise(PropertyEntry version)
    {
        if (Equals(version.CurrentValue, version.OriginalValue))
            version.CurrentValue = Versions.Next(version.CurrentValue);
    }

    /// <summary>Of what lies in one row all tokens are compared when any of it is written, JSON columns too.</summary>
    private static bool IsWritten(EntityEntry entry) => entry.State != EntityState.Unchanged || IsWrittenWithin(entry);

    private static bool IsWrittenWithin(EntityEntry entry) => Array.Exists(
        OwnedKeys.NavigationsOf(entry.Metadata),
        way => !way.IsShadowProperty()
            && (OwnedKeys.SharesRow(way) || OwnedKeys.IsInJson(way))
            && OwnedKeys.EntriesOf(entry, way).Exists(IsWritten));

    /// <summary>False where only a token differs that the database makes: EF Core sends no command for that.</summary>
    private static bool IsUpdated(EntityEntry entry) =>
        entry.State == EntityState.Modified
        && entry.Metadata.GetFlattenedProperties().Any(
            column => MemberEntries.IsAlwaysThere(column)
                && column.GetAfterSaveBehavior() == PropertySaveBehavior.Save
                && MemberEntries.Of(entry, column).IsModified);

    private bool IsTold(EntityEntry subject, IProperty token) => _tokens?.Exists(
        told => told.Token.Metadata == token && ReferenceEquals(told.Token.EntityEntry.Entity, subject.Entity)) is true;

    private bool IsOfThisCall(EntityEntry entry) =>
        ReferenceEquals(entry.Entity, _subject?.Entity) || _before.Of(entry)?.State != entry.State;
}
