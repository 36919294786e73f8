using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>Two users at once.</summary>
[Trait("Judges", "behaviour")]
public sealed class ConcurrencyTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task Of_two_writers_of_the_same_slug_one_is_done_and_one_is_told_which_member(string database, string form)
    {
        Use(database, form);
        using Barrier start = new(2);
        CrudService<BlogContext>[] users = [Open(), Open()];

        Result<Tag>[] results = await Task.WhenAll(users.Select(crud => Task.Run(async () =>
        {
            start.SignalAndWait();
            return await CallAsync(
                () => crud.Create(new Tag { Slug = "same" }),
                token => crud.CreateAsync(new Tag { Slug = "same" }, token));
        })));

        Assert.Single(results, result => result.IsDone);
        Result<Tag> loser = Assert.Single(results, result => !result.IsDone);
        Assert.Equal(Outcome.Invalid, loser.Outcome);
        Assert.Equal(new CrudError("Slug", "There is already a tag with this slug."), Assert.Single(loser.Errors));
        Assert.Equal(1, Stored(context => context.Set<Tag>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task The_second_of_two_editors_is_told_what_the_first_one_saved(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        var (first, second) = (Crud.SetUpUpdate<Post, PostForm>(post.Id).Value, Open().SetUpUpdate<Post, PostForm>(post.Id).Value);
        (first.Title, second.Title) = ("Mine", "Yours");

        Result<Post> saved = await CallAsync(
            () => Crud.Update<Post, PostForm>(post.Id, first),
            token => Crud.UpdateAsync<Post, PostForm>(post.Id, first, token));
        Result<Post> late = await CallAsync(
            () => Crud.Update<Post, PostForm>(post.Id, second),
            token => Crud.UpdateAsync<Post, PostForm>(post.Id, second, token));

        Assert.True(saved.IsDone);
        Assert.Equal(Outcome.Conflict, late.Outcome);
        Assert.Equal(("Mine", 2), (late.Current?["Title"], late.Current?["Version"]));
        Assert.Equal("Mine", Stored(context => context.Set<Post>().Single().Title));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task After_a_conflict_the_same_context_saves_what_was_seen_anew(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        PostForm stale = new() { Title = "Stale", BlogId = BlogId, Version = 0 };
        PostForm fresh = new() { Title = "Fresh", BlogId = BlogId, Version = 1 };

        Result<Post> conflict = await CallAsync(
            () => Crud.Update<Post, PostForm>(post.Id, stale),
            token => Crud.UpdateAsync<Post, PostForm>(post.Id, stale, token));
        Result<Post> saved = await CallAsync(
            () => Crud.Update<Post, PostForm>(post.Id, fresh),
            token => Crud.UpdateAsync<Post, PostForm>(post.Id, fresh, token));

        Assert.Equal(Outcome.Conflict, conflict.Outcome);
        Assert.True(saved.IsDone, saved.ToString());
        Assert.Equal("Fresh", Stored(context => context.Set<Post>().Single().Title));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_that_goes_between_reading_and_saving_is_a_conflict_without_current_values(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        CrudService<BlogContext> crud = Open(rules => rules with { BeforeSave = _ => Stored(other => other.Set<Post>().ExecuteDelete()) });

        Result<Post> late = await CallAsync(
            () => crud.Update<Post, PostTitle>(post.Id, new PostTitle { Title = "x" }),
            token => crud.UpdateAsync<Post, PostTitle>(post.Id, new PostTitle { Title = "x" }, token));

        Assert.Equal(
            (Outcome.Conflict, "Somebody else deleted the post in the meantime. Nothing was saved."),
            (late.Outcome, late.Message));
        Assert.Null(late.Current);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_tag_that_somebody_else_put_on_or_took_off_in_the_meantime_is_told_in_words(string database, string form)
    {
        Use(database, form);
        var (post, tag) = (NewPost(), new Tag { Slug = "a" });
        Given(post, tag);
        CrudService<BlogContext> putting = Open(rules => rules with { BeforeSave = _ => Others(post.Id, row => row.Tags.Add) });
        CrudService<BlogContext> taking = Open(rules => rules with { BeforeSave = _ => Others(post.Id, row => gone => row.Tags.Remove(gone)) });
        BlindTags chosen = new() { TagIds = [tag.Id] };
        NoTags none = new();

        Result<Post> twice = await CallAsync(
            () => putting.Update<Post, BlindTags>(post.Id, chosen),
            token => putting.UpdateAsync<Post, BlindTags>(post.Id, chosen, token));
        Result<Post> gone = await CallAsync(
            () => taking.Update<Post, NoTags>(post.Id, none),
            token => taking.UpdateAsync<Post, NoTags>(post.Id, none, token));

        Assert.Equal(
            (Outcome.Invalid, "This was already chosen by somebody else in the meantime."),
            (twice.Outcome, twice.Message));
        Assert.Equal(
            (Outcome.Conflict, "Somebody else deleted the relation in the meantime. Nothing was saved."),
            (gone.Outcome, gone.Message));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Of_many_increments_by_many_users_none_is_lost(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();

        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(async () =>
        {
            for (int done = 0; done < 5;)
            {
                using BlogContext context = Database.Open();
                CrudService<BlogContext> crud = new(context);
                PostForm seen = crud.SetUpUpdate<Post, PostForm>(post.Id).Value;
                seen.Title = $"{int.Parse(seen.Title.Replace("First", "0", StringComparison.Ordinal), null) + 1}";
                Result<Post> result = await CallAsync(
                    () => crud.Update<Post, PostForm>(post.Id, seen),
                    token => crud.UpdateAsync<Post, PostForm>(post.Id, seen, token));
                Assert.True(result.Outcome is Outcome.Done or Outcome.Conflict or Outcome.Unavailable, result.ToString());
                done += result.IsDone ? 1 : 0;
            }
        })));

        Assert.Equal(("20", 21), Stored(context => context.Set<Post>().AsEnumerable().Select(row => (row.Title, row.Version)).Single()));
    }

    private void Others(int id, Func<Post, Action<Tag>> change) => Stored(context =>
    {
        change(context.Set<Post>().Include(row => row.Tags).Single(row => row.Id == id))(context.Set<Tag>().Single());
        return context.SaveChanges();
    });

    /// <summary>Takes all tags off.</summary>
    [Includes(nameof(Post.Tags))]
    private sealed class NoTags : IWritesTo<BlogContext, Post>
    {
        public IReadOnlyList<CrudError> Write(BlogContext context, Post entity) => Empty(entity);

        public async Task<IReadOnlyList<CrudError>> WriteAsync(BlogContext context, Post entity, CancellationToken cancellationToken)
        {
            await Task.Yield();
            return Empty(entity);
        }

        private static IReadOnlyList<CrudError> Empty(Post post)
        {
            post.Tags.Clear();
            return [];
        }
    }
}
