using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Does something after a save of EF Core, which may fail.</summary>
internal sealed class AfterSave : SaveChangesInterceptor
{
    /// <summary>Null for nothing.</summary>
    public Action? Later { get; set; }

    public override int SavedChanges(SaveChangesCompletedEventData eventData, int result)
    {
        Later?.Invoke();
        return result;
    }

    public override ValueTask<int> SavedChangesAsync(
        SaveChangesCompletedEventData eventData, int result, CancellationToken cancellationToken = default)
    {
        Later?.Invoke();
        return ValueTask.FromResult(result);
    }
}
