using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace SampleSite.Database;

/// <summary>Stamps every row that a save changes, before it is saved.</summary>
internal sealed class Stamps(TimeProvider clock) : SaveChangesInterceptor
{
    public override InterceptionResult<int> SavingChanges(DbContextEventData eventData, InterceptionResult<int> result)
    {
        Stamp(eventData.Context);
        return result;
    }

    public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
        DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
    {
        Stamp(eventData.Context);
        return ValueTask.FromResult(result);
    }

    private void Stamp(DbContext? context)
    {
        if (context is null)
            return;

        DateTime now = clock.GetUtcNow().UtcDateTime;
        foreach (EntityEntry<IStamped> entry in context.ChangeTracker.Entries<IStamped>())
        {
            if (entry.State == EntityState.Added)
                StampNew(entry.Entity, now);
            else if (entry.State == EntityState.Modified || HasOtherTags(entry))
                StampChanged(entry, now);
        }
    }

    // Invented rows come with a time of their own.
    private static void StampNew(IStamped row, DateTime now)
    {
        if (row.LastUpdated == default)
            row.LastUpdated = now;
        row.Version = 1;
    }

    // The original version stays what the save compares; a form has put there what its reader saw.
    private static void StampChanged(EntityEntry<IStamped> entry, DateTime now)
    {
        entry.Entity.LastUpdated = now;
        PropertyEntry<IStamped, int> version = entry.Property(static row => row.Version);
        version.CurrentValue = version.OriginalValue + 1;
    }

    // The rows between posts and tags are no part of the post for EF Core, but they are for whoever reads it.
    private static bool HasOtherTags(EntityEntry<IStamped> entry) =>
        entry is { State: EntityState.Unchanged, Entity: Post } && entry.Collection(nameof(Post.Tags)).IsModified;
}
