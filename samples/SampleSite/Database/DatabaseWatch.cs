using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace SampleSite.Database;

/// <summary>Writes what EF Core says of connections, commands, readers and commits into the <see cref="DatabaseUse"/>
/// of the context that caused it.</summary>
internal sealed class DatabaseWatch : IDbConnectionInterceptor, IDbCommandInterceptor, IDbTransactionInterceptor
{
    public void ConnectionOpened(DbConnection connection, ConnectionEndEventData eventData) => Use(eventData)?.Add(eventData.Duration);

    public Task ConnectionOpenedAsync(DbConnection connection, ConnectionEndEventData eventData, CancellationToken cancellationToken = default)
    {
        Use(eventData)?.Add(eventData.Duration);
        return Task.CompletedTask;
    }

    public DbDataReader ReaderExecuted(DbCommand command, CommandExecutedEventData eventData, DbDataReader result) => Executed(eventData, result);

    public ValueTask<DbDataReader> ReaderExecutedAsync(
        DbCommand command, CommandExecutedEventData eventData, DbDataReader result, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Executed(eventData, result));

    public int NonQueryExecuted(DbCommand command, CommandExecutedEventData eventData, int result) => Executed(eventData, result);

    public ValueTask<int> NonQueryExecutedAsync(
        DbCommand command, CommandExecutedEventData eventData, int result, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Executed(eventData, result));

    public object? ScalarExecuted(DbCommand command, CommandExecutedEventData eventData, object? result) => Executed(eventData, result);

    public ValueTask<object?> ScalarExecutedAsync(
        DbCommand command, CommandExecutedEventData eventData, object? result, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Executed(eventData, result));

    public InterceptionResult DataReaderDisposing(DbCommand command, DataReaderDisposingEventData eventData, InterceptionResult result)
    {
        Use(eventData)?.Add(eventData.Duration);
        return result;
    }

    public void TransactionCommitted(DbTransaction transaction, TransactionEndEventData eventData) => Use(eventData)?.Add(eventData.Duration);

    public Task TransactionCommittedAsync(DbTransaction transaction, TransactionEndEventData eventData, CancellationToken cancellationToken = default)
    {
        Use(eventData)?.Add(eventData.Duration);
        return Task.CompletedTask;
    }

    private static TResult Executed<TResult>(CommandExecutedEventData eventData, TResult result)
    {
        Use(eventData)?.AddCommand(eventData.Duration);
        return result;
    }

    private static DatabaseUse? Use(DbContextEventData eventData) => (eventData.Context as BlogContext)?.Use;
}
