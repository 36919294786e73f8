using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Mapping;

/// <summary>What a context tracks, as far as it knows. EF Core's own way to ask looks for changes in all of it first,
/// which is most of what a save costs in a context that tracks much.</summary>
internal static class TrackedEntries
{
    public static List<EntityEntry> Of(DbContext context)
    {
        using Unlooking unlooking = new(context);
        return [.. context.ChangeTracker.Entries()];
    }

    /// <summary>What the next save writes.</summary>
    public static List<EntityEntry> Changed(DbContext context) => Of(context).FindAll(
        entry => entry.State is EntityState.Added or EntityState.Modified or EntityState.Deleted);
}

/// <summary>While it lasts a context does not look for changes, which it also does for single entries that are asked
/// for a navigation.</summary>
internal readonly struct Unlooking : IDisposable
{
    private readonly ChangeTracker _tracker;

    public Unlooking(DbContext context)
    {
        _tracker = context.ChangeTracker;
        Before = _tracker.AutoDetectChangesEnabled;
        _tracker.AutoDetectChangesEnabled = false;
    }

    /// <summary>Whether it looked before.</summary>
    public bool Before { get; }

    public void Dispose() => _tracker.AutoDetectChangesEnabled = Before;
}
