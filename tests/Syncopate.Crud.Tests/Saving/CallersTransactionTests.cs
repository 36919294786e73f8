using System.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Reading;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>What a caller did in its transaction before a call that is refused can still be committed, and the next
/// call works: PostgreSQL ends a transaction at the first statement that fails.</summary>
[Trait("Judges", "behaviour")]
public sealed class CallersTransactionTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private const string Begun = "begun";
    private const string WithoutSavepoints = "without savepoints of EF Core";
    private const string Scope = "scope";

    private static readonly IReadOnlyDictionary<string, RefusedCall> Calls = new Dictionary<string, RefusedCall>
    {
        ["a list by a text that no row can have"] = new(
            (crud, _) => crud.List(Containing("x\0y")), async (crud, _, token) => await crud.ListAsync(Containing("x\0y"), token)),
        ["a list by half a character"] = new(
            (crud, _) => crud.List(Containing("x\ud800y")), async (crud, _, token) => await crud.ListAsync(Containing("x\ud800y"), token)),
        ["a detail by a key that no row can have"] = new(
            (crud, _) => crud.Detail<Seat>(Key.Of("x\0", 1)),
            async (crud, _, token) => await crud.DetailAsync<Seat>(Key.Of("x\0", 1), token)),
        ["a detail by a condition"] = new(
            (crud, _) => crud.Detail<Tag>(tag => tag.Slug == Nul),
            async (crud, _, token) => await crud.DetailAsync<Tag>(tag => tag.Slug == Nul, token)),
        ["choices"] = new(
            (crud, _) => crud.SetUpCreate<ChoosingForm>(), async (crud, _, token) => await crud.SetUpCreateAsync<ChoosingForm>(token)),
        ["an update of many into one index"] = new(
            (crud, _) => crud.UpdateWhere<Tag>(tag => true, set => set.SetProperty(tag => tag.Slug, "same")),
            async (crud, _, token) =>
                await crud.UpdateWhereAsync<Tag>(tag => true, set => set.SetProperty(tag => tag.Slug, "same"), token)),
        ["a deletion of many that others refer to"] = new(
            (crud, blog) => crud.DeleteWhere<Blog>(row => row.Id == blog),
            async (crud, blog, token) => await crud.DeleteWhereAsync<Blog>(row => row.Id == blog, token)),
        ["a creation that is taken"] = new(
            (crud, _) => crud.Create(new Tag { Slug = "first" }),
            async (crud, _, token) => await crud.CreateAsync(new Tag { Slug = "first" }, token)),
        ["a creation of which a part is taken"] = new(
            (crud, blog) => crud.Create(Tagged(blog)), async (crud, blog, token) => await crud.CreateAsync(Tagged(blog), token)),
        ["a deletion that others refer to"] = new(
            (crud, blog) => crud.Delete<Blog>(blog),
            async (crud, blog, token) => await crud.DeleteAsync<Blog>(blog, cancellationToken: token)),
    };

    private static string Nul => "\0";

    public static TheoryData<string, string, string, string> Rows()
    {
        TheoryData<string, string, string, string> rows = [];
        foreach ((string database, string form) in Everywhere.Select(row => row.Data))
            foreach (string call in Calls.Keys)
                foreach (string kind in (string[])[Begun, WithoutSavepoints, Scope])
                    if (kind != Scope || database == "postgresql")
                        rows.Add(database, form, kind, call);
        return rows;
    }

    [Theory, MemberData(nameof(Rows))]
    public async Task A_call_that_is_refused_leaves_the_transaction_as_it_was(string database, string form, string kind, string call)
    {
        Use(database, form);
        Given(NewPost(), new Tag { Slug = "zero" });
        Result before, refused, after;
        using (TransactionScope? scope = kind == Scope ? new TransactionScope(TransactionScopeAsyncFlowOption.Enabled) : null)
        using (IDbContextTransaction? transaction = kind == Scope ? null : Crud.Context.Database.BeginTransaction())
        {
            Crud.Context.Database.AutoSavepointsEnabled = kind == Begun;
            before = await CreateAsync("first");
            refused = await CallAsync(
                () => Calls[call].Synchronous(Crud, BlogId), token => Calls[call].Asynchronous(Crud, BlogId, token));
            after = await CreateAsync("second");
            transaction?.Commit();
            scope?.Complete();
        }

        Assert.True(before.IsDone && after.IsDone, $"{before}; {refused}; {after}");
        Assert.True(database == "sqlite" || refused.Outcome == Outcome.Invalid, refused.ToString());
        Assert.Equal("first second zero 1", Stored(
            context => $"{string.Join(' ', context.Set<Tag>().Select(tag => tag.Slug).Order())} {context.Set<Post>().Count()}"));
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task A_lock_that_cannot_be_had_within_a_scope_is_asked_for_once_and_leaves_the_scope_as_it_was(string form)
    {
        Use("postgresql", form);
        Given(new Tag { Id = 50, Slug = "locked" });
        using BlogContext other = Database.Open();
        using IDbContextTransaction holding = other.Database.BeginTransaction();
        other.Set<Tag>().Where(tag => tag.Id == 50).ExecuteUpdate(set => set.SetProperty(tag => tag.Name, "mine"));
        Result refused, after;
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            Crud.Context.Database.OpenConnection();
            Crud.Context.Database.ExecuteSqlRaw("SET LOCAL lock_timeout = '50ms'");
            Tag changed = new() { Id = 50, Slug = "changed" };
            refused = await CallAsync(() => Crud.Update(changed), token => Crud.UpdateAsync(changed, token));
            after = await CreateAsync("second");
            scope.Complete();
        }

        Assert.Equal(Outcome.Unavailable, refused.Outcome);
        Assert.True(after.IsDone, after.ToString());
        holding.Rollback();
        Assert.Equal("locked second", Stored(context => string.Join(' ', context.Set<Tag>().Select(tag => tag.Slug).Order())));
    }

    [Theory, InlineData(Begun), InlineData(Scope)]
    public async Task A_call_that_is_cancelled_before_it_begins_leaves_the_transaction_as_it_was(string kind)
    {
        Use("postgresql", "async");
        CancellationToken cancelled = new(canceled: true);
        Result before, after;
        using (TransactionScope? scope = kind == Scope ? new(TransactionScopeAsyncFlowOption.Enabled) : null)
        using (IDbContextTransaction? transaction = kind == Scope ? null : Crud.Context.Database.BeginTransaction())
        {
            before = await CreateAsync("first");
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Crud.ListAsync(Containing("x"), cancelled));
            after = await CreateAsync("second");
            transaction?.Commit();
            scope?.Complete();
        }

        Assert.True(before.IsDone && after.IsDone, $"{before}; {after}");
        Assert.Equal("first second", Stored(context => string.Join(' ', context.Set<Tag>().Select(tag => tag.Slug).Order())));
    }

    private async Task<Result> CreateAsync(string slug) =>
        await CallAsync(() => Crud.Create(new Tag { Slug = slug }), token => Crud.CreateAsync(new Tag { Slug = slug }, token));

    private static ListRequest<Post, PostRow> Containing(string text) =>
        new() { Filters = [new("Title", FilterComparison.Contains, text)] };

    private static Post Tagged(int blog)
    {
        Post post = new() { Title = "half", BlogId = blog };
        post.Tags.Add(new Tag { Slug = "first" });
        return post;
    }

    private sealed record RefusedCall(
        Func<CrudService<BlogContext>, int, Result> Synchronous,
        Func<CrudService<BlogContext>, int, CancellationToken, Task<Result>> Asynchronous);

    private sealed class ChoosingForm : IHasChoices<BlogContext>
    {
        public IReadOnlyList<Tag> Tags { get; private set; } = [];

        public void FillChoices(BlogContext context) => Tags = [.. context.Set<Tag>().Where(tag => tag.Slug == Nul)];

        public async Task FillChoicesAsync(BlogContext context, CancellationToken cancellationToken) =>
            Tags = await context.Set<Tag>().Where(tag => tag.Slug == Nul).ToListAsync(cancellationToken);
    }
}
