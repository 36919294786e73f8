using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Notes each ware that is saved in a row of its own, as applications do: run twice for one save it shows.</summary>
internal sealed class Auditor : SaveChangesInterceptor
{
    public override InterceptionResult<int> SavingChanges(DbContextEventData eventData, InterceptionResult<int> result)
    {
        Note(eventData.Context!);
        return result;
    }

    public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
        DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
    {
        Note(eventData.Context!);
        return ValueTask.FromResult(result);
    }

    private static void Note(DbContext context)
    {
        string[] saved = [.. context.ChangeTracker.Entries<Ware>()
            .Where(entry => entry.State is EntityState.Added or EntityState.Modified or EntityState.Deleted)
            .Select(entry => $"{entry.State} {entry.Entity.Name}")];
        context.AddRange(saved.Select(text => new Audit { Text = text }));
    }
}
