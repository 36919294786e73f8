using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Reading;
using Xunit;

namespace Syncopate.Crud.Tests.BothForms;

/// <summary>Synchronous means: this thread, and no other. Asynchronous means: no thread waits.</summary>
[Collection(nameof(AloneInTheProcess))]
[Trait("Judges", "behaviour")]
public sealed class HonestFormTests(PostgresFixture postgres) : CrudTests(postgres)
{
    // Timers of the runtime and of the test runner use the pool too, now and then; a call of ours that did would do so every time.
    private const int Attempts = 20;
    private const int CallsInOne = 10;

    [Theory, InlineData("sqlite"), InlineData("postgresql")]
    public void A_synchronous_call_does_everything_on_its_own_thread(string database)
    {
        var (watch, _) = Watched(database);

        Assert.True(watch.Commands >= Attempts * CallsInOne, $"Only {watch.Commands} commands were seen.");
        Assert.Equal(0, watch.Elsewhere);
    }

    // On SQLite, whose driver queues nothing itself. Npgsql does: about one item a command, counted late now and then
    // (20 times 30 of SELECT 1, on one open connection and without EF Core or this service, queued 29 or 30). What the
    // service added would not stand out there; the test above holds for both.
    [Fact]
    public void A_synchronous_call_queues_no_work_for_the_pool() => Assert.Equal(0, Watched("sqlite").FewestQueued);

    [Fact]
    public void Work_that_is_queued_is_counted() => Assert.InRange(QueuedBy(() =>
    {
        using CountdownEvent done = new(100);
        for (int i = 0; i < 100; i++)
            ThreadPool.QueueUserWorkItem(_ => done.Signal());
        done.Wait(TestContext.Current.CancellationToken);
    }), 50, long.MaxValue);

    [Fact]
    public async Task An_asynchronous_call_gives_its_thread_back_while_the_database_makes_it_wait()
    {
        Use("postgresql", "async");
        Post post = GivenPost();
        CrudService<BlogContext> other = Open();
        await using Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction holding = await other.Context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await other.Context.Set<Post>()
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.Stars, 5), TestContext.Current.CancellationToken);

        // It comes back with a task that is not done, though the row stays locked until this thread commits: had it
        // blocked, the next line would never be reached.
        Task<Result<Post>> waiting = Crud.UpdateAsync<Post, PostTitle>(post.Id, new PostTitle { Title = "x" }, TestContext.Current.CancellationToken);
        bool wasDone = waiting.IsCompleted;
        await holding.CommitAsync(TestContext.Current.CancellationToken);

        Assert.False(wasDone);
        Assert.True((await waiting).IsDone);
    }

    /// <summary>Every operation, on a thread that is not of the pool.</summary>
    private (ThreadWatch Watch, long FewestQueued) Watched(string database)
    {
        Use(database, "sync");
        Post post = GivenPost();
        ThreadWatch watch = new();
        CrudService<BlogContext> crud = Open(rules => rules with { BeforeSave = _ => watch.See() }, options => options.AddInterceptors(watch));
        long fewest = long.MaxValue;
        Thread thread = new(
            () => fewest = Enumerable.Range(0, Attempts).Min(attempt => QueuedBy(() => EveryOperation(crud, post.Id, attempt))));

        watch.Expect(thread);
        thread.Start();
        thread.Join();
        return (watch, fewest);
    }

    private static long QueuedBy(Action act)
    {
        long before = ThreadPool.CompletedWorkItemCount + ThreadPool.PendingWorkItemCount;
        act();
        return ThreadPool.CompletedWorkItemCount + ThreadPool.PendingWorkItemCount - before;
    }

    private void EveryOperation(CrudService<BlogContext> crud, int id, int attempt)
    {
        Result[] results =
        [
            crud.Detail<Post>(id),
            crud.Detail<Post, PostRow>(id),
            crud.Detail<Post>(post => post.Id == id),
            crud.List(new ListRequest<Post, PostRow>()),
            crud.SetUpUpdate<Post, PostForm>(id),
            crud.Create(new Tag { Slug = $"{attempt}" }),
            crud.Create<Post, PostForm>(new PostForm { Title = "x", BlogId = BlogId }),
            crud.Update<Post, PostTitle>(id, new PostTitle { Title = $"{attempt}" }),
            crud.UpdateWhere<Tag>(tag => true, set => set.SetProperty(tag => tag.Name, "x")),
            crud.DeleteWhere<Tag>(tag => true),
        ];
        Assert.All(results, result => Assert.True(result.IsDone, result.ToString()));
        Assert.Equal(CallsInOne, results.Length);
        crud.Context.ChangeTracker.Clear();
    }
}
