using Microsoft.EntityFrameworkCore;
using Xunit;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>Tests that run in both forms, on both databases: a fresh database for each, with one blog.</summary>
public abstract class CrudTests(PostgresFixture postgres) : IDisposable
{
    private readonly List<IDisposable> _opened = [];
    private TestDatabase? _database;
    private CallForm _form = new SyncCalls();

    /// <summary>Database and form.</summary>
    public static TheoryData<string, string> Everywhere { get; } = new()
    {
        { "sqlite", "sync" }, { "sqlite", "async" }, { "postgresql", "sync" }, { "postgresql", "async" },
    };

    protected PostgresFixture Postgres => postgres;

    protected TestDatabase Database => _database ?? throw new InvalidOperationException("Call Use first.");

    protected CrudService<BlogContext> Crud { get; private set; } = null!;

    protected int BlogId { get; private set; }

    public void Dispose()
    {
        foreach (IDisposable opened in _opened.AsEnumerable().Reverse())
            opened.Dispose();
        GC.SuppressFinalize(this);
    }

    protected void Use(string database, string form)
    {
        _form = form == "sync" ? new SyncCalls() : new AsyncCalls();
        _database = database == "sqlite" ? new SqliteDatabase() : postgres.Take();
        _opened.Add(_database);
        Crud = Open();

        using BlogContext context = _database.Open();
        Blog blog = new() { Name = "Notes", Slug = "notes" };
        context.Add(blog);
        context.SaveChanges();
        BlogId = blog.Id;
    }

    /// <summary>Another user: the service on a context of its own.</summary>
    protected CrudService<BlogContext> Open(Func<CrudRules, CrudRules>? rules = null, Action<DbContextOptionsBuilder>? options = null)
    {
        BlogContext context = Database.Open(options);
        _opened.Add(context);
        return new CrudService<BlogContext>(context, rules?.Invoke(CrudRules.Default));
    }

    protected Task<T> CallAsync<T>(Func<T> synchronous, Func<CancellationToken, Task<T>> asynchronous) =>
        _form.CallAsync(synchronous, asynchronous);

    /// <summary>Rows that are there before the call, saved by EF Core alone.</summary>
    protected void Given(params object[] rows)
    {
        using BlogContext context = Database.Open();
        context.AddRange(rows);
        context.SaveChanges();
    }

    /// <summary>What is in the database now, whatever any context remembers.</summary>
    protected T Stored<T>(Func<BlogContext, T> read)
    {
        using BlogContext context = Database.Open();
        return read(context);
    }

    protected Post NewPost(string title = "First", int stars = 0) => new() { Title = title, BlogId = BlogId, Stars = stars, Version = 1 };
}
