using System.Data.Common;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>Trouble that no user made: locked, full, gone. Nothing is lost, the message is clear, the cause is kept for
/// the log only.</summary>
[Trait("Judges", "behaviour")]
public sealed class UnavailableTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, InlineData("sync"), InlineData("async")]
    public async Task A_locked_file_is_unavailable_and_free_it_works(string form)
    {
        Use("sqlite", form);
        using SqliteConnection other = new(((SqliteDatabase)Database).ConnectionString);
        other.Open();
        using SqliteTransaction writing = other.BeginTransaction(deferred: false);
        CrudService<BlogContext> crud = Open(rules => rules with { Retries = 0 });

        Result<Tag> locked = await CallAsync(() => crud.Create(new Tag { Slug = "a" }), token => crud.CreateAsync(new Tag { Slug = "a" }, token));
        writing.Rollback();
        Result<Tag> free = await CallAsync(() => crud.Create(new Tag { Slug = "a" }), token => crud.CreateAsync(new Tag { Slug = "a" }, token));

        Assert.Equal(
            (Outcome.Unavailable, "The database is busy with the work of others, so nothing was saved. Please try again."),
            (locked.Outcome, locked.Message));
        Assert.False(locked.MayBeSaved);
        Assert.IsType<SqliteException>(locked.Cause);
        Assert.DoesNotContain("SQLite", locked.Message, StringComparison.Ordinal);
        Assert.True(free.IsDone, free.ToString());
        Assert.Equal(1, Stored(context => context.Set<Tag>().Count()));
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task A_full_disk_is_unavailable_and_nothing_is_half_saved(string form)
    {
        Use("sqlite", form);
        Crud.Context.Database.OpenConnection();
        Crud.Context.Database.ExecuteSql($"PRAGMA max_page_count = 1");
        Tag[] tags = [.. Enumerable.Range(0, 2000).Select(i => new Tag { Slug = $"{i}", Name = new string('x', 100) })];
        Post post = NewPost();
        foreach (Tag tag in tags)
            post.Tags.Add(tag);

        Result<Post> full = await CallAsync(() => Crud.Create(post), token => Crud.CreateAsync(post, token));
        Result<Blog> still = await CallAsync(() => Crud.Detail<Blog>(BlogId), token => Crud.DetailAsync<Blog>(BlogId, token));

        Assert.Equal(
            (Outcome.Unavailable, "The database is full, so nothing was saved. Contact the administrator."),
            (full.Outcome, full.Message));
        Assert.Equal(0, Stored(context => context.Set<Tag>().Count() + context.Set<Post>().Count()));
        Assert.True(still.IsDone);
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task A_database_that_goes_away_is_unavailable_and_back_it_works(string form)
    {
        Assert.SkipWhen(await PostgresPrograms.FindAsync(TestContext.Current.CancellationToken) is null, PostgresPrograms.HowToGet);
        await using PostgresServer server = await PostgresServer.StartAsync(cancellationToken: TestContext.Current.CancellationToken);
        PostgresDatabase database = PostgresDatabase.Create(server.ConnectionString, _ => { });
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using BlogContext context = database.Open();
        CrudService<BlogContext> crud = new(context);
        Result<Tag> before = await calls.CallAsync(
            () => crud.Create(new Tag { Slug = "a" }), token => crud.CreateAsync(new Tag { Slug = "a" }, token));

        await server.DisposeAsync();
        Result<Tag> saved = await calls.CallAsync(
            () => crud.Create(new Tag { Slug = "b" }), token => crud.CreateAsync(new Tag { Slug = "b" }, token));
        Result<Tag> read = await calls.CallAsync(() => crud.Detail<Tag>(1), token => crud.DetailAsync<Tag>(1, token));

        Assert.True(before.IsDone);
        Assert.Equal(
            (Outcome.Unavailable, "The database connection was lost while saving. Check whether the change is there before you try again."),
            (saved.Outcome, saved.Message));
        Assert.Equal(
            (Outcome.Unavailable, "The database cannot be reached at the moment. Please try again later."),
            (read.Outcome, read.Message));
        Assert.True(saved.MayBeSaved && saved.As<int>().MayBeSaved && Result.Combine(before, saved).MayBeSaved);
        Assert.False(before.MayBeSaved || read.MayBeSaved);
        Assert.IsType<DbException>(saved.Cause, exactMatch: false);
        Assert.Single(context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_programmer_s_mistake_stays_an_exception(string database, string form)
    {
        Use(database, form);
        Stored(context => context.Database.ExecuteSql($"""ALTER TABLE "Country" RENAME TO "Gone" """));
        try
        {
            await Assert.ThrowsAnyAsync<DbException>(
                () => CallAsync(() => Crud.Detail<Country>(1), token => Crud.DetailAsync<Country>(1, token)));
            await Assert.ThrowsAsync<DbUpdateException>(() => CallAsync(
                () => Crud.Create(new Country { Code = "AT" }), token => Crud.CreateAsync(new Country { Code = "AT" }, token)));
        }
        finally
        {
            Stored(context => context.Database.ExecuteSql($"""ALTER TABLE "Gone" RENAME TO "Country" """));
        }

        Assert.Empty(Crud.Context.ChangeTracker.Entries());
    }
}
