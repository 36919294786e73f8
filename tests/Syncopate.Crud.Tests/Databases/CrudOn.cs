using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Databases;

/// <summary>The service on a model of a test's own, called in one of the two forms.</summary>
/// <typeparam name="TContext">Has one constructor, which takes its options.</typeparam>
internal sealed class CrudOn<TContext> : IDisposable
    where TContext : DbContext
{
    private readonly CallForm _form;
    private readonly List<TContext> _opened = [];

    public CrudOn(
        string database,
        string form,
        PostgresFixture postgres,
        CrudRules? rules = null,
        Action<DbContextOptionsBuilder>? options = null)
    {
        _form = form == "sync" ? new SyncCalls() : new AsyncCalls();
        Database = new AnyDatabase<TContext>(database, postgres, options);
        Crud = Open(rules);
    }

    public AnyDatabase<TContext> Database { get; }

    public CrudService<TContext> Crud { get; }

    public TContext Context => Crud.Context;

    /// <summary>Another user: the service on a context of its own.</summary>
    public CrudService<TContext> Open(CrudRules? rules = null)
    {
        TContext context = Database.Open();
        _opened.Add(context);
        return new CrudService<TContext>(context, rules);
    }

    public Task<T> CallAsync<T>(
        Func<CrudService<TContext>, T> synchronous, Func<CrudService<TContext>, CancellationToken, Task<T>> asynchronous) =>
        _form.CallAsync(() => synchronous(Crud), token => asynchronous(Crud, token));

    /// <summary>Rows that are there before the call, saved by EF Core alone.</summary>
    public void Given(params object[] rows)
    {
        using TContext context = Database.Open();
        context.AddRange(rows);
        context.SaveChanges();
    }

    /// <summary>What is in the database now, whatever any context remembers.</summary>
    public T Stored<T>(Func<TContext, T> read) => Database.Stored(read);

    public void Dispose()
    {
        _opened.ForEach(context => context.Dispose());
        Database.Dispose();
    }
}
