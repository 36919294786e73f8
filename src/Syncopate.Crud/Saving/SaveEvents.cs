using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Syncopate.Crud.Saving;

/// <summary>What EF Core reports of saves and transactions of one context, before any interceptor is told. Nothing else tells a
/// transaction that was committed from one that was rolled back: both are gone when the exception arrives.</summary>
/// <param name="written">Is told.</param>
/// <param name="context">Whose events count; those of others come here too, on their threads.</param>
internal sealed class SaveEvents(WrittenRows written, DbContext context) : IObserver<KeyValuePair<string, object?>>
{
    public static bool Concerns(string name) => name == RelationalEventId.TransactionCommitted.Name
        || name == CoreEventId.SaveChangesStarting.Name
        || Begins(name)
        || Fails(name);

    public void OnNext(KeyValuePair<string, object?> value)
    {
        if (value.Value is not DbContextEventData { Context: { } of } || !ReferenceEquals(of, context))
            return;

        if (value.Key == CoreEventId.SaveChangesStarting.Name)
            written.BeginSave();
        else if (value.Key == RelationalEventId.TransactionCommitted.Name)
            written.CommitTransaction();
        else if (Begins(value.Key))
            written.BeginTransaction();
        else if (Fails(value.Key))
            written.Fail();
    }

    public void OnCompleted()
    {
    }

    public void OnError(Exception error)
    {
    }

    private static bool Begins(string name) =>
        name == RelationalEventId.TransactionStarted.Name || name == RelationalEventId.TransactionUsed.Name;

    private static bool Fails(string name) => name == CoreEventId.SaveChangesFailed.Name
        || name == CoreEventId.SaveChangesCanceled.Name
        || name == CoreEventId.OptimisticConcurrencyException.Name;
}
