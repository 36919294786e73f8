using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

[Trait("Judges", "behaviour")]
public sealed class CompiledQueryTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private const int Reads = 1000;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_thousand_keys_compile_one_query_each_for_entity_and_dto(string database, string form)
    {
        Use(database, form);
        int compiled = 0;
        Action<DbContextOptionsBuilder> counting = options => options.LogTo(
            (id, _) => id == CoreEventId.QueryCompilationStarting, _ => Interlocked.Increment(ref compiled))
            .ReplaceService<IModelCacheKeyFactory, ModelOfThisTest>();

        for (int key = 1; key <= Reads; key++)
        {
            int id = key;
            using BlogContext context = Database.Open(counting);
            CrudService<BlogContext> crud = new(context);
            await CallAsync(() => crud.Detail<Post>(id), token => crud.DetailAsync<Post>(id, token));
            await CallAsync(() => crud.Detail<Post, PostRow>(id), token => crud.DetailAsync<Post, PostRow>(id, token));
        }

        Assert.Equal(2, compiled);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Keys_of_two_columns_and_changes_by_key_compile_once_too(string database, string form)
    {
        Use(database, form);
        int compiled = 0;
        Action<DbContextOptionsBuilder> counting = options => options.LogTo(
            (id, _) => id == CoreEventId.QueryCompilationStarting, _ => Interlocked.Increment(ref compiled))
            .ReplaceService<IModelCacheKeyFactory, ModelOfThisTest>();

        for (int key = 1; key <= 100; key++)
        {
            int id = key;
            using BlogContext context = Database.Open(counting);
            CrudService<BlogContext> crud = new(context);
            await CallAsync(() => crud.Detail<Seat>(Key.Of("A", id)), token => crud.DetailAsync<Seat>(Key.Of("A", id), token));
            await CallAsync(
                () => crud.Update<Post, PostTitle>(id, new PostTitle()),
                token => crud.UpdateAsync<Post, PostTitle>(id, new PostTitle(), token));
            await CallAsync(() => crud.Delete<Tag>(id), token => crud.DeleteAsync<Tag>(id, cancellationToken: token));
        }

        Assert.Equal(3, compiled);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_user_s_filters_are_parameters(string database, string form)
    {
        Use(database, form);
        int compiled = 0;
        CrudService<BlogContext> crud = Open(options: options => options
            .LogTo((id, _) => id == CoreEventId.QueryCompilationStarting, _ => Interlocked.Increment(ref compiled))
            .ReplaceService<IModelCacheKeyFactory, ModelOfThisTest>());

        for (int value = 0; value < 50; value++)
        {
            ListRequest<Post, PostRow> request = new()
            {
                Filters = [new("Stars", FilterComparison.AtLeast, $"{value}"), new("Title", FilterComparison.Contains, $"{value}")],
                Sort = "-Stars",
            };
            await CallAsync(() => crud.List(request), token => crud.ListAsync(request, token));
        }

        Assert.Equal(2, compiled);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Contexts_from_a_pool_share_the_queries(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        PooledDbContextFactory<BlogContext> pool = new(Database.Options());

        for (int i = 0; i < 3; i++)
        {
            await using BlogContext context = await pool.CreateDbContextAsync(TestContext.Current.CancellationToken);
            CrudService<BlogContext> crud = new(context);

            Result<PostRow> row = await CallAsync(() => crud.Detail<Post, PostRow>(post.Id), token => crud.DetailAsync<Post, PostRow>(post.Id, token));
            Result<Post> changed = await CallAsync(
                () => crud.Update<Post, PostTitle>(post.Id, new PostTitle { Title = $"{row.Value.Title}+" }),
                token => crud.UpdateAsync<Post, PostTitle>(post.Id, new PostTitle { Title = $"{row.Value.Title}+" }, token));

            Assert.True(changed.IsDone);
        }

        Assert.Equal("First+++", Stored(context => context.Set<Post>().Single().Title));
    }

    /// <summary>A model of its own for each test, so that no other test has compiled its queries before.</summary>
    private sealed class ModelOfThisTest : IModelCacheKeyFactory
    {
        public object Create(DbContext context, bool designTime) =>
            (RelationalOptionsExtension.Extract(context.GetService<IDbContextOptions>()).ConnectionString, designTime);
    }
}
