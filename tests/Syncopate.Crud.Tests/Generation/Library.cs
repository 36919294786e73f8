using FeedService.Database;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Syncopate.Crud.Computed;

namespace Syncopate.Crud.Tests.Generation;

/// <summary>A database in memory that lives as long as its connection, with one translated book and one without a translator.</summary>
internal sealed class Library : DbContext
{
    private readonly SqliteConnection _connection;

    public Library()
    {
        SystemSqlite.Use();
        _connection = new SqliteConnection("Data Source=:memory:;Foreign Keys=True");
        _connection.Open();
        Database.EnsureCreated();
        Author homer = new() { Name = "Homer" };
        Author pope = new() { Name = "Pope", Born = 1688 };
        Add(new Book
        {
            Title = "Iliad",
            Author = homer,
            Translator = pope,
            Chapters = { new() { Heading = "Wrath" }, new() { Heading = "Dream" } },
        });
        Add(new Book { Title = "Odyssey", Author = homer });
        SaveChanges();
        ChangeTracker.Clear();
    }

    /// <summary>How many queries EF Core has compiled for this context.</summary>
    public int CompiledQueries { get; private set; }

    public DbSet<Book> Books => Set<Book>();

    public override void Dispose()
    {
        base.Dispose();
        _connection.Dispose();
    }

    protected override void OnConfiguring(DbContextOptionsBuilder options) => options
        .UseSqlite(_connection)
        .UseComputedMembers()
        .LogTo((id, _) => id == CoreEventId.QueryCompilationStarting, _ => CompiledQueries++);
}
