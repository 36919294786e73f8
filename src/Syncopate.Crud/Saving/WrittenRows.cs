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
    private readonly bool _isOfCaller;
    private readonly bool _isWatched;
    private readonly IDisposable? _watch;
    private bool _isCommitted;
    private bool _isDone;

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
        if (!Repeat.IsShared(context))
            return;

        _originals = [];
        foreach (EntityEntry entry in changed)
            if (entry.State == EntityState.Modified)
                _originals.Add(new OriginalSnapshot(entry));

        // In a transaction of the caller the call goes back to its savepoint, whatever was saved until then.
        _isWatched = !_isOfCaller;
        if (!_isWatched)
            return;

        context.SavedChanges += OnSaved;
        context.SaveChangesFailed += OnFailed;
        if (context.GetService<DiagnosticSource>() is DiagnosticListener events)
            _watch = events.Subscribe(new SaveEvents(this, context), SaveEvents.Concerns);
    }

    /// <summary>True when at least a part of what was to be written is in the database, or may be.</summary>
    public bool AreThere => _isCommitted || !_isDecided && IsAccepted;

    /// <summary>EF Core takes changes for saved only after the database has confirmed them.</summary>
    private bool IsAccepted => !_isOfCaller && !_isOpen && _changed.Count > 0 && _changed.TrueForAll(entry =>
        entry.State == EntityState.Unchanged || entry.State == EntityState.Detached && _deleted?.Contains(entry) is true);

    /// <summary>Said when SaveChanges has ended well.</summary>
    public int Done(int rows)
    {
        _isDone = true;
        return rows;
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
        if (_isWatched)
        {
            _context.SavedChanges -= OnSaved;
            _context.SaveChangesFailed -= OnFailed;
            _watch?.Dispose();
        }
        Undo();
    }

    private static bool IsDeleted(EntityEntry entry) => entry.State == EntityState.Deleted;

    private void OnSaved(object? sender, SavedChangesEventArgs saved)
    {
        _isDecided = true;
        if (saved.EntitiesSavedCount == 0)
            return;

        if (Commit.IsCallers(_context))
            _isWaiting = true;
        else
            _isCommitted = true;
    }

    private void OnFailed(object? sender, SaveChangesFailedEventArgs failed) => Fail();
}
