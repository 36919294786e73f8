using Microsoft.EntityFrameworkCore;
using Npgsql;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>A database on a PostgreSQL for one test.</summary>
/// <param name="connectionString">Of a database with the tables and no rows.</param>
/// <param name="giveBack">Takes it, empty again.</param>
public sealed class PostgresDatabase(string connectionString, Action<string> giveBack) : TestDatabase
{
    public string ConnectionString => connectionString;

    /// <summary>A new one on this server.</summary>
    public static PostgresDatabase Create(string server, Action<string> giveBack)
    {
        NpgsqlConnectionStringBuilder own = new(server) { Database = $"test_{Guid.NewGuid():n}", MaxPoolSize = 8 };
        PostgresDatabase database = new(own.ConnectionString, giveBack);
        using BlogContext context = database.Open();
        context.Database.EnsureCreated();
        return database;
    }

    public override void Dispose()
    {
        using NpgsqlDataSource source = NpgsqlDataSource.Create(connectionString);
        using NpgsqlCommand command = source.CreateCommand($"TRUNCATE {string.Join(", ", Tables())} RESTART IDENTITY");
        command.ExecuteNonQuery();
        giveBack(connectionString);
    }

    protected override void Use(DbContextOptionsBuilder options) => options.UseNpgsql(connectionString);

    private List<string> Tables()
    {
        using BlogContext context = Open();
        return
        [
            .. context.Model.GetEntityTypes()
                .Select(type => type.GetTableName()).OfType<string>().Distinct().Select(table => $"\"{table}\""),
        ];
    }
}
