using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>A call that is cancelled while the database works on it is cancelled, and nothing else: no answer, no trouble
/// of the database, and the context and the caller's transaction are as before.</summary>
[Trait("Judges", "behaviour")]
public sealed class CancelledTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private static readonly IReadOnlyDictionary<string, Func<CrudService<BlogContext>, CancellationToken, Task<Result>>> Calls =
        new Dictionary<string, Func<CrudService<BlogContext>, CancellationToken, Task<Result>>>
        {
            ["list"] = async (crud, token) => await crud.ListAsync(new ListRequest<Post, PostRow>(), token),
            ["detail"] = async (crud, token) => await crud.DetailAsync<Post>(1, token),
            ["detail by a condition"] = async (crud, token) => await crud.DetailAsync<Post>(post => post.Title == "First", token),
            ["form"] = async (crud, token) => await crud.SetUpUpdateAsync<Post, PostForm>(1, token),
            ["update"] = async (crud, token) => await crud.UpdateAsync<Post, PostTitle>(1, new PostTitle { Title = "x" }, token),
            ["patch"] = async (crud, token) => await crud.PatchAsync<Post, PostForm>(
                1, JsonPatch.Parse("""[{"op":"replace","path":"/title","value":"x"}]""").Value, token),
            ["delete"] = async (crud, token) => await crud.DeleteAsync<Post>(1, cancellationToken: token),
            ["create"] = async (crud, token) => await crud.CreateAsync(new Post { Title = "x", BlogId = 1 }, token),
            ["update of many"] = async (crud, token) =>
                await crud.UpdateWhereAsync<Post>(post => true, set => set.SetProperty(post => post.Title, "x"), token),
            ["deletion of many"] = async (crud, token) => await crud.DeleteWhereAsync<Post>(post => true, token),
        };

    public static TheoryData<string, bool> Rows()
    {
        TheoryData<string, bool> rows = [];
        foreach (string call in Calls.Keys)
        {
            rows.Add(call, true);

            // A write that commits itself is not cancelled once it has begun.
            if (call is not ("create" or "update of many" or "deletion of many"))
                rows.Add(call, false);
        }
        return rows;
    }

    [Theory, MemberData(nameof(Rows))]
    public async Task A_call_that_is_cancelled_in_its_middle_is_cancelled(string call, bool isInTransaction)
    {
        Use("postgresql", "async");
        Given(NewPost());
        using IDbContextTransaction? transaction = isInTransaction ? Crud.Context.Database.BeginTransaction() : null;
        if (isInTransaction)
            Assert.True(Crud.Create(new Tag { Slug = "before" }).IsDone);
        int tracked = Crud.Context.ChangeTracker.Entries().Count();
        using BlogContext other = Database.Open();
        IDbContextTransaction holding = other.Database.BeginTransaction();
        other.Database.ExecuteSqlRaw("""LOCK TABLE "Post" IN ACCESS EXCLUSIVE MODE""");
        using CancellationTokenSource leaving = new();

        Task<Result> visit = Calls[call](Crud, leaving.Token);
        await WaitingAsync();
        await leaving.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => visit);
        await holding.DisposeAsync();

        Assert.Equal(tracked, Crud.Context.ChangeTracker.Entries().Count());
        Assert.True(Crud.Detail<Post>(1).IsDone);
        transaction?.Commit();
        Assert.Equal(isInTransaction ? 1 : 0, Stored(context => context.Set<Tag>().Count()));
        Assert.Equal("First", Stored(context => context.Set<Post>().Single().Title));
    }

    /// <summary>Until a command of this database waits for a lock.</summary>
    private async Task WaitingAsync()
    {
        using BlogContext watcher = Database.Open();
        using CancellationTokenSource timeout = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        timeout.CancelAfter(TimeSpan.FromMinutes(1));
        while (await watcher.Database.SqlQueryRaw<int>(
            "SELECT count(*)::int AS \"Value\" FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
            .SingleAsync(timeout.Token) == 0)
            await Task.Yield();
    }
}
