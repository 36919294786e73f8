using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Saving;

/// <summary>One call that changes something. Unless it ends well, whatever it tracked is forgotten and whatever it changed is as it was: the context can be used on,
/// after a user's mistake as after an exception.</summary>
internal sealed class Attempt : IDisposable
{
    private readonly DbContext _context;
    private readonly Dictionary<object, EntityState>? _before;
    private List<(PropertyEntry Property, object? Value)>? _originals;
    private bool _isDone;

    public Attempt(DbContext context)
    {
        _context = context;
        foreach (var entry in context.ChangeTracker.Entries())
            (_before ??= new(ReferenceEqualityComparer.Instance))[entry.Entity] = entry.State;
    }

    /// <summary>What the user saw, not what was read a moment ago: else the changes of somebody else in between are overwritten.</summary>
    public void Expect(PropertyEntry token, object? seen)
    {
        (_originals ??= []).Add((token, token.OriginalValue));
        token.OriginalValue = seen;
    }

    public Result<T> End<T>(Saved saved, T value, string message)
    {
        if (saved.Refusal is { } refusal)
            return refusal.Of<T>();

        _isDone = true;
        return Result.Done(value, message);
    }

    /// <summary>The same for an update, which may find that nothing differs.</summary>
    public Result<T> EndUpdate<T>(Saved saved, T value, string message) =>
        End(saved, value, saved.Rows == 0 ? "Nothing had changed, so nothing was saved." : message);

    public void Dispose()
    {
        if (_isDone)
            return;

        // Looking for changes in a graph that could not be saved may throw itself, and would find what is being undone.
        var detects = _context.ChangeTracker.AutoDetectChangesEnabled;
        _context.ChangeTracker.AutoDetectChangesEnabled = false;
        foreach (var (property, value) in _originals ?? [])
            property.OriginalValue = value;
        foreach (var entry in _context.ChangeTracker.Entries().ToList())
            Undo(entry);
        _context.ChangeTracker.AutoDetectChangesEnabled = detects;
    }

    private void Undo(EntityEntry entry)
    {
        if (_before is null || !_before.TryGetValue(entry.Entity, out var state))
        {
            // Detached while deleted, it would first cut the relations of what stays tracked.
            if (entry.State == EntityState.Deleted)
                entry.State = EntityState.Unchanged;
            entry.State = EntityState.Detached;
        }
        else if (state == EntityState.Unchanged && entry.State != EntityState.Detached)
        {
            entry.CurrentValues.SetValues(entry.OriginalValues);
            entry.State = EntityState.Unchanged;
        }
        else if (entry.State != state)
            entry.State = state;
    }
}
