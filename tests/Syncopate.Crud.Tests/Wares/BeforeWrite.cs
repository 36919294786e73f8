using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Does something once between what a call has read and what it writes: another user is faster.</summary>
internal sealed class BeforeWrite : SaveChangesInterceptor
{
    /// <summary>Null for nothing, and when it has been done.</summary>
    public Action? First { get; set; }

    public override InterceptionResult<int> SavingChanges(DbContextEventData eventData, InterceptionResult<int> result)
    {
        Do();
        return result;
    }

    public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
        DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
    {
        Do();
        return ValueTask.FromResult(result);
    }

    private void Do()
    {
        Action? first = First;
        First = null;
        first?.Invoke();
    }
}
