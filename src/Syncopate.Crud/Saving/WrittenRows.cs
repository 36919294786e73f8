using System.Diagnostics;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace Syncopate.Crud.Saving;

/// <summary>Tells whether rows were written although SaveChanges threw. Code of the application may run after the commit of
/// EF Core, in an override, an interceptor or a listener, and fail by itself: such a save must neither be repeated nor undone
/// in memory. It may also save within a transaction of its own, which is rolled back; and it may clean up after a save that
/// failed, so that the rows look as if they were saved. One for each attempt.</summary>
internal sealed class WrittenRows : IDisposable
{
    private readonly DbContext _context;
    private readonly List<EntityEntry> _changed;
    private readonly List<EntityEntry>? _deleted; // Null for none.
    private readonly List<OriginalSnapshot>? _originals; // Null where nobody else has a part in the save.
    private readonly List<EntityEntry>? _added; // Null where nobody else has a part in the save.
    private readonly bool _isOfCaller;
    private readonly bool _isShared;
    private readonly bool _isWatched;
    private readonly IDisposable? _watch;
    private bool _isCommitted;
    private bool _isDone;

    // What SaveChanges of EF Core has said itself, below any override: of rows, and whether some of them were written then.
    private int _rows;
    private bool _leavesPending;
    private bool _isWritten;

    // A save has ended, well or not: from then on the rows may be in any state, by code of the application.
    private bool _isDecided;

    // Since the last transaction was begun in this attempt: whether it is open still, and whether something was saved in it.
    private bool _isOpen;
    private bool _isWaiting;

    /// <param name="context">About to save.</param>
    /// <param name="changed">What it is about to write.</param>
    public WrittenRows(DbContext context, List<EntityEntry> changed)
    {
        (_context, _changed) = (context, changed);
        if (changed.Exists(IsDeleted))
            _deleted = changed.FindAll(IsDeleted);

        _isOfCaller = Commit.IsCallers(context);
        _isShared = Repeat.IsShared(context);
        if (!_isShared)
            return;

        _added = changed.FindAll(entry => entry.State == EntityState.Added);
        _originals = [];
        foreach (EntityEntry entry in changed)
            if (entry.State == EntityState.Modified)
                _originals.Add(new OriginalSnapshot(entry));

        // In a transaction of the caller the call goes back to its savepoint, whatever was saved until then.
        context.SavedChanges += OnSaved;
        _isWatched = !_isOfCaller;
        if (!_isWatched)
            return;

        context.SaveChangesFailed += OnFailed;
        if (context.GetService<DiagnosticSource>() is DiagnosticListener events)
            _watch = events.Subscribe(new SaveEvents(this, context), SaveEvents.Concerns);
    }

    /// <summary>True when at least a part of what was to be written is in the database, or may be.</summary>
    public bool AreThere => _isCommitted || !_isDecided && IsAccepted;

    /// <summary>EF Core takes changes for saved only after the database has confirmed them.</summary>
    private bool IsAccepted => !_isOfCaller && !_isOpen && _changed.Count > 0 && _changed.TrueForAll(entry =>
        entry.State == EntityState.Unchanged || entry.State == EntityState.Detached && _deleted?.Contains(entry) is true);

    /// <summary>Said when SaveChanges has ended well, which it also does where code of the application has kept it from saving: an
    /// interceptor can suppress it, or take off what is to be written.</summary>
    public Saved Done(int rows)
    {
        if (_isShared && !_isWritten && AreWithheld(Math.Max(rows, _rows)))
            return Saved.Refused([new CrudError("", "A rule of the application does not allow this.")]);

        _isDone = true;
        return new Saved(rows, null);
    }

    /// <summary>Gives the rows of a save that was rolled back the original values that they had: EF Core took what it wrote
    /// for stored, and to go back to what was known before the call begins with those.</summary>
    public void Undo()
    {
        if (_isDone || AreThere)
            return;

        _originals?.ForEach(original => original.Restore());
    }

    /// <summary>A save has ended with an exception: decided now, before an interceptor or an override can clean up after it.</summary>
    public void Fail()
    {
        if (_isDecided)
            return;

        // Not within a transaction that the application has begun: it cannot be known to commit.
        _isDecided = true;
        _isCommitted |= IsAccepted && !Commit.IsCallers(_context);
    }

    public void BeginSave() => _isDecided = false;

    public void BeginTransaction() => (_isOpen, _isWaiting) = (true, false);

    public void CommitTransaction()
    {
        _isCommitted |= _isWaiting;
        (_isOpen, _isWaiting) = (false, false);
    }

    public void Dispose()
    {
        if (_isShared)
            _context.SavedChanges -= OnSaved;
        if (_isWatched)
        {
            _context.SaveChangesFailed -= OnFailed;
            _watch?.Dispose();
        }
        Undo();
    }

    private static bool IsDeleted(EntityEntry entry) => entry.State == EntityState.Deleted;

    /// <summary>True where all of it waits as before, or no row at all was written of what is new or to be deleted.</summary>
    private bool AreWithheld(int rows) =>
        ArePending
        || rows == 0 && (_deleted is not null || _added?.Exists(entry => entry.State != EntityState.Unchanged) is true);

    /// <summary>Not so where an override accepts what was saved later, by itself.</summary>
    private bool ArePending => !_leavesPending
        && _changed.Count > 0
        && _changed.TrueForAll(
            entry => entry.State is EntityState.Added or EntityState.Modified or EntityState.Deleted);

    private void OnSaved(object? sender, SavedChangesEventArgs saved)
    {
        _rows += saved.EntitiesSavedCount;
        _leavesPending |= !saved.AcceptAllChangesOnSuccess && saved.EntitiesSavedCount > 0;
        // Now: what runs after the save may change the rows anew.
        bool isWritten = saved.EntitiesSavedCount > 0 && !ArePending;
        _isWritten |= isWritten;
        if (!_isWatched)
            return;

        _isDecided = true;
        if (!isWritten)
            return;

        if (Commit.IsCallers(_context))
            _isWaiting = true;
        else
            _isCommitted = true;
    }

    private void OnFailed(object? sender, SaveChangesFailedEventArgs failed) => Fail();
}
