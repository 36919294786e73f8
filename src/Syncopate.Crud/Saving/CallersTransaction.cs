using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Saving;

/// <summary>Keeps what a caller did before in a transaction of its own, or in a TransactionScope, when a call in it is
/// not done: PostgreSQL ends a transaction at the first statement that fails, and the commit then undoes all of it and
/// throws nothing. So the call gets a savepoint, to which it goes back. EF Core makes one for SaveChanges only, and
/// none if AutoSavepointsEnabled is off or the transaction is a TransactionScope. Where savepoints cannot be had, the
/// answer says what that means.</summary>
internal sealed class CallersTransaction(DbContext context)
{
    private const string MayBeLost =
        "Other changes that were made together with this one may be lost. Check them before you try again.";

    public Result<T> Protect<T>(Func<Result<T>> call)
    {
        if (Savepoint.In(context) is not { } savepoint)
            return Commit.IsCallers(context) ? WithWarning(call()) : call();

        bool isSet = false;
        bool isDone = false;
        try
        {
            savepoint.Create();
            isSet = true;
            Result<T> result = call();
            if (result.IsDone)
                savepoint.Release();
            isDone = result.IsDone;
            return result;
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<T>();
        }
        finally
        {
            if (isSet && !isDone)
                RollBack(savepoint);
        }
    }

    public Task<Result<T>> ProtectAsync<T>(Func<Task<Result<T>>> call, CancellationToken cancellationToken) =>
        Savepoint.In(context) is { } savepoint ? ProtectedAsync(savepoint, call, cancellationToken)
        : Commit.IsCallers(context) ? ToldAsync(call)
        : call();

    private static async Task<Result<T>> ProtectedAsync<T>(
        Savepoint savepoint, Func<Task<Result<T>>> call, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        bool isSet = false;
        bool isDone = false;
        try
        {
            await savepoint.CreateAsync(cancellationToken).ConfigureAwait(false);
            isSet = true;
            Result<T> result = await call().ConfigureAwait(false);
            if (result.IsDone)
                await savepoint.ReleaseAsync().ConfigureAwait(false);
            isDone = result.IsDone;
            return result;
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<T>();
        }
        finally
        {
            if (isSet && !isDone)
                await RollBackAsync(savepoint).ConfigureAwait(false);
        }
    }

    private static async Task<Result<T>> ToldAsync<T>(Func<Task<Result<T>>> call) =>
        WithWarning(await call().ConfigureAwait(false));

    /// <summary>A database that has refused something may have ended the transaction with it, as PostgreSQL does, or have kept a
    /// part of what was sent: the caller must roll back, and what it did before is not what it was told. What was refused
    /// before it was sent has no cause. Said also where the transaction has gone with its connection.</summary>
    private static Result<T> WithWarning<T>(Result<T> result) =>
        !result.IsDone && result.Cause is not null ? result.Warn(MayBeLost) : result;

    private static void RollBack(Savepoint savepoint)
    {
        try
        {
            savepoint.RollBack();
        }
        catch (Exception e) when (IsLost(e))
        {
        }
    }

    private static async Task RollBackAsync(Savepoint savepoint)
    {
        try
        {
            await savepoint.RollBackAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (IsLost(e))
        {
        }
    }

    /// <summary>The connection is gone, or the database has ended the transaction already: the answer stays what it is,
    /// and the caller's commit throws.</summary>
    private static bool IsLost(Exception e) => e is DbException or InvalidOperationException or IOException;
}
