using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Saving;

/// <summary>All that a context knew at one moment, to go back to.</summary>
internal sealed class ContextSnapshot
{
    private readonly DbContext _context;
    private readonly Dictionary<object, EntrySnapshot>? _entries;

    public ContextSnapshot(DbContext context)
    {
        _context = context;
        foreach (EntityEntry entry in context.ChangeTracker.Entries())
        {
            _entries ??= new Dictionary<object, EntrySnapshot>(ReferenceEqualityComparer.Instance);
            _entries[entry.Entity] = new EntrySnapshot(entry, context.ChangeTracker.AutoDetectChangesEnabled);
        }
    }

    public bool IsEmpty => _entries is null;

    /// <summary>Null for what was not tracked then.</summary>
    public EntrySnapshot? Of(EntityEntry entry) => _entries?.GetValueOrDefault(entry.Entity);

    public void Restore()
    {
        // EF Core keeps the key that a row had in a failed save, and on SQLite the next row gets the same one.
        if (_entries is null)
        {
            _context.ChangeTracker.Clear();
            return;
        }

        // Looking for changes in a graph that could not be saved may throw itself, and would find what is being
        // undone; relations that are cut on the way must delete nothing.
        ChangeTracker tracker = _context.ChangeTracker;
        var (detects, cascades, orphans) = (tracker.AutoDetectChangesEnabled, tracker.CascadeDeleteTiming, tracker.DeleteOrphansTiming);
        tracker.AutoDetectChangesEnabled = false;
        (tracker.CascadeDeleteTiming, tracker.DeleteOrphansTiming) = (CascadeTiming.Never, CascadeTiming.Never);
        Undo(_entries.Values, detects);
        (tracker.AutoDetectChangesEnabled, tracker.CascadeDeleteTiming, tracker.DeleteOrphansTiming) = (detects, cascades, orphans);
    }

    private void Undo(IReadOnlyCollection<EntrySnapshot> before, bool detects)
    {
        Forget();
        foreach (EntrySnapshot entry in before)
            entry.Track();
        foreach (EntrySnapshot entry in before)
            entry.RestoreValues();
        List<EntrySnapshot> related = [.. before.Where(entry => entry.RestoreRelations())];
        if (detects)
            related.ForEach(entry => entry.Acknowledge());

        Forget();
        foreach (EntrySnapshot entry in before)
            entry.RestoreState();
        foreach (EntrySnapshot entry in before)
            entry.RestoreRelations();
    }

    /// <summary>What has been tracked since.</summary>
    private void Forget()
    {
        foreach (EntityEntry entry in _context.ChangeTracker.Entries().Where(entry => Of(entry) is null).ToList())
        {
            // Detached while deleted, it would first cut the relations of what stays tracked.
            if (entry.State == EntityState.Deleted)
                entry.State = EntityState.Unchanged;
            entry.State = EntityState.Detached;
        }
    }
}
