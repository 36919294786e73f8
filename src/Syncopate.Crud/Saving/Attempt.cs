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
    private EntityEntry? _subject;
    private IProperty? _version;
    private bool _isDone;

    public Attempt(DbContext context)
    {
        _context = context;
        _before = new ContextSnapshot(context);
    }

    /// <summary>False when the context tracked nothing before the call.</summary>
    public bool FoundRows => !_before.IsEmpty;

    /// <summary>The entity that the call is about.</summary>
    /// <param name="subject">Tracked.</param>
    /// <param name="version">Its token that is raised with each change; null when it has none, or is new.</param>
    public void Follow(EntityEntry subject, IProperty? version) => (_subject, _version) = (subject, version);

    /// <summary>What the user saw, not what was read a moment ago: else the changes of somebody else in between are overwritten.</summary>
    public void Expect(PropertyEntry token, object? seen)
    {
        (_tokens ??= []).Add((token, token.OriginalValue));
        token.OriginalValue = seen;
    }

    /// <summary>Where a context does not look for changes itself: those of this call are found all the same, those of
    /// its caller are not touched.</summary>
    public void Detect()
    {
        if (_context.ChangeTracker.AutoDetectChangesEnabled)
            return;

        foreach (EntityEntry entry in _context.ChangeTracker.Entries().ToList())
            if (_before.Of(entry) is not { } before || ReferenceEquals(entry.Entity, _subject?.Entity) || before.HasChanged)
                entry.DetectChanges();
    }

    /// <summary>Gives the subject a new version when this call changes anything at all, a relation too: else of two
    /// users who change its tags one would not notice the other.</summary>
    public void RaiseVersion()
    {
        if (_version is null
            || _subject is not { State: EntityState.Unchanged or EntityState.Modified } subject
            || !_context.ChangeTracker.Entries().Any(IsOfThisCall))
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

    public void Dispose()
    {
        if (_isDone)
            return;

        RestoreTokens();
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

    private bool IsOfThisCall(EntityEntry entry) => entry.State is EntityState.Added or EntityState.Modified or EntityState.Deleted
        && (ReferenceEquals(entry.Entity, _subject?.Entity) || _before.Of(entry)?.State != entry.State);
}
