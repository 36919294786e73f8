using FeedService.Database;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>A SQLite file for one test, with tables and no rows.</summary>
public sealed class SqliteDatabase : TestDatabase
{
    private static readonly Lazy<byte[]> Empty = new(Create);

    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-crud-").FullName;

    public SqliteDatabase() => File.WriteAllBytes(FileOf(_folder), Empty.Value);

    public string ConnectionString => ConnectionTo(_folder);

    public override void Dispose()
    {
        using (SqliteConnection connection = new(ConnectionString))
            SqliteConnection.ClearPool(connection);
        Directory.Delete(_folder, recursive: true);
    }

    protected override void Use(DbContextOptionsBuilder options) => options.UseSqlite(ConnectionString);

    private static string FileOf(string folder) => Path.Combine(folder, "test.db");

    // SQLite as Debian builds it ignores foreign keys unless the connection asks for them.
    private static string ConnectionTo(string folder) => $"Data Source={FileOf(folder)};Foreign Keys=True;Default Timeout=1";

    private static byte[] Create()
    {
        SystemSqlite.Use();
        string folder = Directory.CreateTempSubdirectory("syncopate-crud-").FullName;
        DbContextOptions<BlogContext> options = new DbContextOptionsBuilder<BlogContext>().UseSqlite($"{ConnectionTo(folder)};Pooling=False").Options;
        using (BlogContext context = new(options))
            context.Database.EnsureCreated();
        byte[] bytes = File.ReadAllBytes(FileOf(folder));
        Directory.Delete(folder, recursive: true);
        return bytes;
    }
}
