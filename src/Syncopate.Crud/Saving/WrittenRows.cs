using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Saving;

/// <summary>Tells whether rows were written although SaveChanges threw. Code of the application may run after the commit of
/// EF Core, in an override, an interceptor or a listener, and fail by itself: such a save must neither be repeated nor undone
/// in memory. One for each attempt.</summary>
internal sealed class WrittenRows : IDisposable
{
    private readonly DbContext _context;
    private readonly List<EntityEntry> _changed;
    private readonly bool _isShared;
    private bool _isCommitted;
    private bool _isUndone;

    /// <param name="context">About to save.</param>
    /// <param name="changed">What it is about to write.</param>
    public WrittenRows(DbContext context, List<EntityEntry> changed)
    {
        (_context, _changed) = (context, changed);

        // The call goes back to its savepoint there.
        _isUndone = Commit.IsCallers(context);
        _isShared = !_isUndone && Repeat.IsShared(context);
        if (!_isShared)
            return;

        context.SavedChanges += OnSaved;
        context.SaveChangesFailed += OnFailed;
    }

    /// <summary>True when at least a part of what was to be written is in the database, or may be.</summary>
    public bool AreThere => _isCommitted || !_isUndone && _changed.Count > 0 && _changed.TrueForAll(IsAccepted);

    public void Dispose()
    {
        if (!_isShared)
            return;

        _context.SavedChanges -= OnSaved;
        _context.SaveChangesFailed -= OnFailed;
    }

    private void OnSaved(object? sender, SavedChangesEventArgs saved) =>
        _isCommitted |= saved.EntitiesSavedCount > 0 && !Commit.IsCallers(_context);

    /// <summary>Within a transaction that the application's own SaveChanges has begun, and now cannot commit.</summary>
    private void OnFailed(object? sender, SaveChangesFailedEventArgs failed) => _isUndone |= Commit.IsCallers(_context);

    /// <summary>EF Core takes changes for saved only after the database has confirmed them.</summary>
    private static bool IsAccepted(EntityEntry entry) => entry.State is EntityState.Unchanged or EntityState.Detached;
}
