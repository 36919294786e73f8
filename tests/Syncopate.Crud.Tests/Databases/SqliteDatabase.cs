using FeedService.Database;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>A SQLite file of its own, with tables and no rows.</summary>
public sealed class SqliteDatabase : TestDatabase
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-crud-").FullName;

    public SqliteDatabase()
    {
        SystemSqlite.Use();
        using var context = Open();
        context.Database.EnsureCreated();
    }

    // SQLite as Debian builds it ignores foreign keys unless the connection asks for them.
    public string ConnectionString => $"Data Source={Path.Combine(_folder, "test.db")};Foreign Keys=True;Default Timeout=1";

    public override void Dispose()
    {
        SqliteConnection.ClearAllPools();
        Directory.Delete(_folder, recursive: true);
    }

    protected override void Use(DbContextOptionsBuilder options) => options.UseSqlite(ConnectionString);
}
