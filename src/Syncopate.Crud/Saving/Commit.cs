using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace Syncopate.Crud.Saving;

/// <summary>Who commits what a call writes: the call itself, or its caller, by a transaction.</summary>
internal static class Commit
{
    // What context.Database.CurrentTransaction answers, without the kilobyte of services that this facade makes for each context.
    public static bool IsCallers(DbContext context) => context.GetService<IDbContextTransactionManager>() is var transactions
        && (transactions.CurrentTransaction is not null || transactions is ITransactionEnlistmentManager enlisted && IsAmbient(enlisted));

    /// <summary>True within a TransactionScope, and when the context was given a transaction of that kind.</summary>
    public static bool IsAmbient(ITransactionEnlistmentManager transactions) =>
        transactions.EnlistedTransaction is not null || transactions.CurrentAmbientTransaction is not null;

    /// <summary>The token that a write obeys. One that commits itself obeys none once it has begun: the token could
    /// only cut the commit in two, cancelled on the wire and done in the database. In a transaction of the caller the
    /// commit is the caller's, so there the write can be cancelled.</summary>
    /// <exception cref="OperationCanceledException">It is cancelled already: nothing has been written yet.</exception>
    public static CancellationToken Obeyed(DbContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return IsCallers(context) ? cancellationToken : CancellationToken.None;
    }
}
