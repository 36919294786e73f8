using Microsoft.EntityFrameworkCore;
using Npgsql;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>A database of its own on a PostgreSQL, with tables and no rows. It goes with its server.</summary>
public sealed class PostgresDatabase : TestDatabase
{
    public PostgresDatabase(string server)
    {
        ConnectionString = new NpgsqlConnectionStringBuilder(server) { Database = $"test_{Guid.NewGuid():n}", MaxPoolSize = 5 }.ConnectionString;
        using var context = Open();
        context.Database.EnsureCreated();
    }

    public string ConnectionString { get; }

    public override void Dispose()
    {
        using NpgsqlConnection connection = new(ConnectionString);
        NpgsqlConnection.ClearPool(connection);
    }

    protected override void Use(DbContextOptionsBuilder options) => options.UseNpgsql(ConnectionString);
}
