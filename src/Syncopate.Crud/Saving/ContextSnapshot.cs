using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>All that a context knew at one moment, to go back to. Each call takes one of all that is tracked, so of a
/// row that nobody has changed it keeps what EF Core itself does not: its relations.</summary>
internal sealed class ContextSnapshot
{
    private readonly DbContext _context;
    private readonly List<EntrySnapshot> _entries = [];

    // Made when it is asked for: most calls end well and never ask.
    private Dictionary<object, EntrySnapshot>? _byEntity;

    /// <param name="context">What it has found out about changes is taken for all that there are.</param>
    public ContextSnapshot(DbContext context)
    {
        _context = context;
        Dictionary<IEntityType, (INavigationBase[] Navigations, IComplexProperty[] Complex)>? kept = null;
        using Unlooking unlooking = new(context);
        foreach (EntityEntry entry in context.ChangeTracker.Entries())
        {
            kept ??= [];
            if (!kept.TryGetValue(entry.Metadata, out (INavigationBase[] Navigations, IComplexProperty[] Complex) own))
            {
                own = (NavigationSnapshot.Kept(entry.Metadata), ComplexSnapshot.Kept(entry.Metadata));
                kept.Add(entry.Metadata, own);
            }
            _entries.Add(new EntrySnapshot(entry, own.Navigations, own.Complex, unlooking.Before));
        }
    }

    public bool IsEmpty => _entries.Count == 0;

    public bool Has(object entity) => _entries.Exists(entry => ReferenceEquals(entry.Entity, entity));

    /// <summary>Null for what was not tracked then.</summary>
    public EntrySnapshot? Of(EntityEntry entry)
    {
        _byEntity ??= _entries.ToDictionary(known => known.Entity, known => known, ReferenceEqualityComparer.Instance);
        return _byEntity.GetValueOrDefault(entry.Entity);
    }

    /// <summary>Before anything else is put back: there may be no place for it.</summary>
    public void RestoreComplex() => _entries.ForEach(entry => entry.RestoreComplex());

    public void Restore()
    {
        // EF Core keeps the key that a row had in a failed save, and on SQLite the next row gets the same one.
        if (IsEmpty)
        {
            _context.ChangeTracker.Clear();
            return;
        }

        // Looking for changes in a graph that could not be saved may throw itself, and would find what is being
        // undone; relations that are cut on the way must delete nothing.
        using Unlooking unlooking = new(_context);
        ChangeTracker tracker = _context.ChangeTracker;
        var (cascades, orphans) = (tracker.CascadeDeleteTiming, tracker.DeleteOrphansTiming);
        (tracker.CascadeDeleteTiming, tracker.DeleteOrphansTiming) = (CascadeTiming.Never, CascadeTiming.Never);
        Undo(unlooking.Before);
        (tracker.CascadeDeleteTiming, tracker.DeleteOrphansTiming) = (cascades, orphans);
    }

    private void Undo(bool detects)
    {
        RestoreComplex();
        Forget();
        foreach (EntrySnapshot entry in _entries)
            entry.Track();
        foreach (EntrySnapshot entry in _entries)
            entry.RestoreValues();
        List<EntrySnapshot> related = _entries.FindAll(entry => entry.RestoreRelations());
        if (detects)
            related.ForEach(entry => entry.Acknowledge());

        Forget();
        foreach (EntrySnapshot entry in _entries)
            entry.RestoreState();
        foreach (EntrySnapshot entry in _entries)
            entry.RestoreRelations();
    }

    /// <summary>What has been tracked since.</summary>
    private void Forget()
    {
        foreach (EntityEntry entry in _context.ChangeTracker.Entries().Where(entry => Of(entry) is null).ToList())
        {
            // EF Core knows it by the key that it had in a failed save, which SQLite gives to the next row, until it sees
            // that the key is another one now.
            if (entry.State == EntityState.Added && entry.Metadata.FindPrimaryKey() is { } key
                && key.Properties.All(property => entry.Property(property).IsTemporary))
                entry.DetectChanges();

            // Detached while deleted, it would first cut the relations of what stays tracked.
            if (entry.State == EntityState.Deleted)
                entry.State = EntityState.Unchanged;
            entry.State = EntityState.Detached;
        }
    }
}
