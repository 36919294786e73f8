using System.Data.Common;
using System.Diagnostics;
using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.Internals;

/// <summary>Finds out by measuring whether the provider's asynchronous calls are asynchronous.</summary>
internal static class ProviderProbe
{
    // SQLite has no statement that waits, so it gets one that works.
    private const string SqliteStatement = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) FROM n";
    private const string PostgresStatement = "SELECT pg_sleep(0.3)";

    public static async Task<ProviderProof> MeasureAsync(BlogContext context, CancellationToken token)
    {
        await context.Database.OpenConnectionAsync(token);
        DbConnection connection = context.Database.GetDbConnection();
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = context.Database.IsSqlite() ? SqliteStatement : PostgresStatement;
        Type reader = await ReaderTypeAsync(command, token);

        int thread = Environment.CurrentManagedThreadId;
        long begin = Stopwatch.GetTimestamp();
        Task<object?> call = command.ExecuteScalarAsync(token);
        TimeSpan held = Stopwatch.GetElapsedTime(begin);
        await call;
        TimeSpan total = Stopwatch.GetElapsedTime(begin);

        return new ProviderProof(
            command.CommandText,
            total.TotalMilliseconds,
            held.TotalMilliseconds,
            Environment.CurrentManagedThreadId != thread,
            Overrides(connection.GetType(), nameof(DbConnection.OpenAsync), typeof(DbConnection)),
            Overrides(reader, nameof(DbDataReader.ReadAsync), typeof(DbDataReader)));
    }

    // Also sends the first statement of the connection, so that the measured one is not slowed by it.
    private static async Task<Type> ReaderTypeAsync(DbCommand slow, CancellationToken token)
    {
        await using DbCommand quick = slow.Connection!.CreateCommand(); // Created from a connection.
        quick.CommandText = "SELECT 1";
        await using DbDataReader reader = await quick.ExecuteReaderAsync(token);
        return reader.GetType();
    }

    private static bool Overrides(Type type, string method, Type ofBase) =>
        type.GetMethod(method, [typeof(CancellationToken)])?.DeclaringType != ofBase;
}
