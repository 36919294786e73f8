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

    /// <summary>Database, form, and each of some values.</summary>
    internal static TheoryData<string, string, T> EverywhereWith<T>(IEnumerable<T> values)
    {
        TheoryData<string, string, T> rows = [];
        foreach ((string database, string form) in Everywhere.Select(row => row.Data))
            foreach (T value in values)
                rows.Add(database, form, value);
        return rows;
    }

    /// <summary>Database, form, and each of some values with each of others.</summary>
    internal static TheoryData<string, string, TFirst, TSecond> EverywhereWith<TFirst, TSecond>(
        IEnumerable<TFirst> firsts, IEnumerable<TSecond> seconds)
    {
        TheoryData<string, string, TFirst, TSecond> rows = [];
        foreach ((string database, string form, TFirst first) in EverywhereWith(firsts).Select(row => row.Data))
            foreach (TSecond second in seconds)
                rows.Add(database, form, first, second);
        return rows;
    }

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

    /// <summary>A post without tags, which is stored.</summary>
    protected Post GivenPost()
    {
        Post post = NewPost();
        Given(post);
        return post;
    }

    /// <summary>Stores a post with two of three tags.</summary>
    /// <returns>Its key.</returns>
    protected int PostWithTags()
    {
        Tag[] tags = [new() { Id = 1, Slug = "a" }, new() { Id = 2, Slug = "b" }, new() { Id = 3, Slug = "c" }];
        Post post = NewPost();
        post.Tags.Add(tags[0]);
        post.Tags.Add(tags[1]);
        Given([.. tags, post]);
        return post.Id;
    }
}
