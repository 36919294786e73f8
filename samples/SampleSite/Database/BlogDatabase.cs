using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using SampleSite.Hosting;

namespace SampleSite.Database;

/// <summary>The database of this process: gives out contexts on it. Any thread may call.</summary>
public sealed class BlogDatabase
{
    // The first rows bring their keys along; PostgreSQL's generators learn of them only so, and never give one a second time.
    private const string KeysGoOn =
        """
        SELECT setval(pg_get_serial_sequence('"Posts"', 'Id'), GREATEST(MAX("Id"), nextval(pg_get_serial_sequence('"Posts"', 'Id'))))
        FROM "Posts";
        SELECT setval(pg_get_serial_sequence('"Blogs"', 'Id'), GREATEST(MAX("Id"), nextval(pg_get_serial_sequence('"Blogs"', 'Id'))))
        FROM "Blogs";
        SELECT setval(pg_get_serial_sequence('"Tags"', 'Id'), GREATEST(MAX("Id"), nextval(pg_get_serial_sequence('"Tags"', 'Id'))))
        FROM "Tags";
        """;

    private readonly DbContextOptions<BlogContext> _plain;
    private readonly PooledDbContextFactory<BlogContext> _pool;
    private readonly PooledDbContextFactory<BlogContext> _watched;
    private readonly DatabaseSettings _settings;
    private int _lent; // Changed and read by any thread, interlocked.

    private BlogDatabase(DatabaseSettings settings, string connection)
    {
        _settings = settings;
        _plain = Options(connection).Options;
        _pool = new PooledDbContextFactory<BlogContext>(Options(connection).Options);
        _watched = new PooledDbContextFactory<BlogContext>(Options(connection).AddInterceptors(new DatabaseWatch()).Options);
    }

    /// <summary>Which database it is.</summary>
    public DatabaseProvider Provider => _settings.Provider;

    /// <summary>Contexts of requests that have not been given back yet.</summary>
    public int Lent => Volatile.Read(ref _lent);

    /// <summary>Opens the database, with tables and first rows when it has none.</summary>
    /// <exception cref="UnusableException">It cannot be opened, or not be written.</exception>
    public static BlogDatabase Open(DatabaseSettings settings)
    {
        try
        {
            string connection = settings.Connection ?? new DatabaseFolder(settings.Folder).ConnectionString;
            BlogDatabase database = new(settings, connection);
            database.Prepare();
            return database;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException || DatabaseCause.Of(e) is not null)
        {
            throw Unusable(settings, e);
        }
    }

    /// <summary>A context made anew, as one that comes from no pool.</summary>
    public BlogContext Fresh() => new(_plain);

    /// <summary>A context out of a pool; disposing it gives it back.</summary>
    public BlogContext Pooled() => _pool.CreateDbContext();

    /// <summary>A context out of a pool, that writes down what it asks of the database.</summary>
    public BlogContext Watched(DatabaseUse use)
    {
        BlogContext context = _watched.CreateDbContext();
        context.Use = use;
        context.Lender = this;
        Interlocked.Increment(ref _lent);
        return context;
    }

    internal void TakeBack() => Interlocked.Decrement(ref _lent);

    /// <summary>Puts the first rows back in place of all there are; in one transaction, so that nobody sees half of them.</summary>
    /// <param name="posts">How many posts; null is the number in the settings.</param>
    /// <param name="cancellationToken">Stops before the commit.</param>
    public async Task ResetAsync(int? posts, CancellationToken cancellationToken)
    {
        await using BlogContext context = Fresh();
        await using Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(cancellationToken);
        int version = 1 + await LatestVersionAsync(context, cancellationToken);
        await context.Posts.ExecuteDeleteAsync(cancellationToken);
        await context.Blogs.ExecuteDeleteAsync(cancellationToken);
        await context.Tags.ExecuteDeleteAsync(cancellationToken);
        context.AddRange(FirstRows.Of(posts ?? _settings.Posts));
        await context.SaveChangesAsync(cancellationToken);
        if (_settings.Provider == DatabaseProvider.Postgresql)
            await context.Database.ExecuteSqlRawAsync(KeysGoOn, cancellationToken);
        // A form that was opened before the reset must not fit a row afterwards.
        await context.Posts.ExecuteUpdateAsync(set => set.SetProperty(static post => post.Version, version), cancellationToken);
        await context.Blogs.ExecuteUpdateAsync(set => set.SetProperty(static blog => blog.Version, version), cancellationToken);
        await context.Tags.ExecuteUpdateAsync(set => set.SetProperty(static tag => tag.Version, version), cancellationToken);
        await transaction.CommitAsync(cancellationToken);
    }

    // The seconds are beyond all versions of rows that are deleted by now: nobody edits one every second.
    private static async Task<int> LatestVersionAsync(BlogContext context, CancellationToken cancellationToken)
    {
        int posts = await context.Posts.MaxAsync(static post => (int?)post.Version, cancellationToken) ?? 0;
        int blogs = await context.Blogs.MaxAsync(static blog => (int?)blog.Version, cancellationToken) ?? 0;
        int tags = await context.Tags.MaxAsync(static tag => (int?)tag.Version, cancellationToken) ?? 0;
        int seconds = (int)(DateTime.UtcNow - FirstRows.Today).TotalSeconds;
        return Math.Max(Math.Max(posts, blogs), Math.Max(tags, seconds));
    }

    private DbContextOptionsBuilder<BlogContext> Options(string connection)
    {
        DbContextOptionsBuilder<BlogContext> options = new DbContextOptionsBuilder<BlogContext>().AddInterceptors(new Stamps(TimeProvider.System));
        return _settings.Provider == DatabaseProvider.Sqlite ? options.UseSqlite(connection) : options.UseNpgsql(connection);
    }

    // A database of the operator's that has the tables keeps its rows; one that has others is refused by the query below.
    private void Prepare()
    {
        using BlogContext context = Fresh();
        context.Database.EnsureCreated();
        if (!context.Blogs.Any())
        {
            context.AddRange(FirstRows.Of(_settings.Posts));
            context.SaveChanges();
            if (_settings.Provider == DatabaseProvider.Postgresql)
                context.Database.ExecuteSqlRaw(KeysGoOn);
        }
    }

    private static UnusableException Unusable(DatabaseSettings settings, Exception e)
    {
        string advice = settings.Provider == DatabaseProvider.Sqlite
            ? "Name a folder that can be written: --Database:Folder FOLDER."
            : "Check that the server runs and that this user may use the database, or leave out --Database:Provider to use SQLite.";
        return new UnusableException($"Cannot use the {settings}: {Sentence((DatabaseCause.Of(e) ?? e).Message)} {advice}");
    }

    // One line, whatever the provider wrote.
    private static string Sentence(string text) => string.Join(' ', text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)).TrimEnd('.') + ".";
}
