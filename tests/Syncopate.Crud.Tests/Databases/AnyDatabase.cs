using System.Data.Common;
using FeedService.Database;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Npgsql;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>A database for a model of a test's own, on either product.</summary>
/// <typeparam name="TContext">Has one constructor, which takes its options.</typeparam>
internal sealed class AnyDatabase<TContext> : IDisposable
    where TContext : DbContext
{
    private readonly DbConnection? _kept; // What a database in memory lives by.
    private readonly DbContextOptions<TContext> _options;
    private readonly string _connection;

    public AnyDatabase(string database, PostgresFixture postgres, Action<DbContextOptionsBuilder>? change = null)
    {
        DbContextOptionsBuilder<TContext> options = new();
        if (database == "sqlite")
        {
            SystemSqlite.Use();
            _connection = $"Data Source=file:{Guid.NewGuid():n}?mode=memory&cache=shared;Foreign Keys=True";
            _kept = new SqliteConnection(_connection);
            _kept.Open();
            options.UseSqlite(_connection);
        }
        else
        {
            NpgsqlConnectionStringBuilder own = new(postgres.Server()) { Database = $"any_{Guid.NewGuid():n}", Pooling = false };
            _connection = own.ConnectionString;
            options.UseNpgsql(_connection);
        }
        using (TContext context = Make(options.Options))
            context.Database.EnsureCreated();
        change?.Invoke(options);
        _options = options.Options;
    }

    public TContext Open() => Make(_options);

    /// <summary>What is in the database now, whatever any context remembers.</summary>
    public T Stored<T>(Func<TContext, T> read)
    {
        using TContext context = Open();
        return read(context);
    }

    public void Dispose() => _kept?.Dispose();

    // Not null: the class has the constructor.
    private static TContext Make(DbContextOptions<TContext> options) => (TContext)Activator.CreateInstance(typeof(TContext), options)!;
}
