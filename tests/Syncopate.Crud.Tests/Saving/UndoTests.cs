using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>After a call that failed the context is as before it, and can be used on.</summary>
public sealed class UndoTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_s_own_rule_has_read_is_forgotten(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Slug = "a" }, NewPost());
        int id = Stored(context => context.Set<Post>().Single().Id);
        Looking looking = new();

        Result created = await CallAsync(
            () => Crud.Create<Post, Looking>(looking), token => Crud.CreateAsync<Post, Looking>(looking, token));
        Result updated = await CallAsync(
            () => Crud.Update<Post, Looking>(id, looking), token => Crud.UpdateAsync<Post, Looking>(id, looking, token));

        Assert.Equal((Outcome.Invalid, Outcome.Invalid), (created.Outcome, updated.Outcome));
        Assert.Empty(Crud.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_s_own_rule_has_changed_in_what_was_tracked_before_is_undone(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Slug = "a" }, NewPost());
        Tag tracked = Crud.Context.Set<Tag>().Single();
        int id = Stored(context => context.Set<Post>().Single().Id);
        Touching refusing = new() { Complaint = "No." };
        Touching throwing = new() { Throws = true };

        Result created = await CallAsync(
            () => Crud.Create<Post, Touching>(refusing), token => Crud.CreateAsync<Post, Touching>(refusing, token));
        Result updated = await CallAsync(
            () => Crud.Update<Post, Touching>(id, refusing), token => Crud.UpdateAsync<Post, Touching>(id, refusing, token));
        await Assert.ThrowsAsync<NotSupportedException>(() => CallAsync(
            () => Crud.Update<Post, Touching>(id, throwing), token => Crud.UpdateAsync<Post, Touching>(id, throwing, token)));
        string undone = tracked.Slug;
        Result done = await CallAsync(
            () => Crud.Update<Post, Touching>(id, new()), token => Crud.UpdateAsync<Post, Touching>(id, new(), token));

        Assert.Equal((Outcome.Invalid, Outcome.Invalid, "a"), (created.Outcome, updated.Outcome, undone));
        Assert.Equal((true, "touched"), (done.IsDone, Stored(context => context.Set<Tag>().Single().Slug)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_creation_does_not_come_back_with_the_next_save(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Slug = "a" });

        await CallAsync(() => Crud.Create(new Tag { Slug = "a" }), token => Crud.CreateAsync(new Tag { Slug = "a" }, token));
        Result<Tag> next = await CallAsync(() => Crud.Create(new Tag { Slug = "b" }), token => Crud.CreateAsync(new Tag { Slug = "b" }, token));

        Assert.True(next.IsDone, next.ToString());
        Assert.Equal(2, Stored(context => context.Set<Tag>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_was_tracked_before_has_its_values_back(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        Post tracked = Crud.Context.Set<Post>().Include(row => row.Tags).Single();
        PostForm bad = new() { Title = "x", Stars = 9, BlogId = BlogId, Version = 1 };

        Result<Post> refused = await CallAsync(
            () => Crud.Update<Post, PostForm>(post.Id, bad),
            token => Crud.UpdateAsync<Post, PostForm>(post.Id, bad, token));

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal(("First", 0, 1), (tracked.Title, tracked.Stars, tracked.Version));
        Assert.Equal(EntityState.Unchanged, Crud.Context.Entry(tracked).State);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_form_that_is_refused_after_it_was_copied_leaves_no_value_behind(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        Post tracked = Crud.Context.Set<Post>().Include(row => row.Tags).Single();
        PostForm bad = new() { Title = "x", BlogId = BlogId, Version = 1, TagIds = [7] };

        await CallAsync(() => Crud.Update<Post, PostForm>(post.Id, bad), token => Crud.UpdateAsync<Post, PostForm>(post.Id, bad, token));

        Assert.Equal(("First", 1), (tracked.Title, tracked.Version));
        Assert.Equal(0, Crud.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_form_without_a_token_leaves_no_value_in_what_was_tracked_before(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        Post tracked = Crud.Context.Set<Post>().Single();
        Reluctant bad = new();

        Result<Post> refused = await CallAsync(
            () => Crud.Update<Post, Reluctant>(post.Id, bad),
            token => Crud.UpdateAsync<Post, Reluctant>(post.Id, bad, token));

        // EF Core puts values back itself only in what it has found to be changed, and here it has not looked yet.
        Assert.Equal("No.", refused.Message);
        Assert.Equal("First", tracked.Title);
        Assert.Equal(0, Crud.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_deletion_leaves_the_tracked_rows_and_their_relations(string database, string form)
    {
        Use(database, form);
        Given(NewPost());
        Blog blog = Crud.Context.Set<Blog>().Include(row => row.Posts).Single();

        Result<Blog> refused = await CallAsync(() => Crud.Delete<Blog>(BlogId), token => Crud.DeleteAsync<Blog>(BlogId, cancellationToken: token));

        Assert.Equal("This blog cannot be deleted, because posts still refer to it.", refused.Message);
        Assert.Equal(EntityState.Unchanged, Crud.Context.Entry(blog).State);
        Assert.Same(blog, Assert.Single(blog.Posts).Blog);
        Assert.Equal(0, Crud.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_the_caller_had_pending_stays_pending(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Slug = "a" });
        Tag pending = new() { Slug = "pending" };
        Crud.Context.Add(pending);

        await CallAsync(() => Crud.Create(new Tag { Slug = "a" }), token => Crud.CreateAsync(new Tag { Slug = "a" }, token));

        Assert.Equal(EntityState.Added, Crud.Context.Entry(pending).State);
        Assert.Equal(1, Crud.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_exception_of_the_application_leaves_nothing_either(string database, string form)
    {
        Use(database, form);
        CrudService<BlogContext> crud = Open(rules => rules with { BeforeSave = _ => throw new NotSupportedException("A bug.") });

        await Assert.ThrowsAsync<NotSupportedException>(
            () => CallAsync(() => crud.Create(new Tag { Slug = "a" }), token => crud.CreateAsync(new Tag { Slug = "a" }, token)));

        Assert.Empty(crud.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_context_that_does_not_look_for_changes_itself_stays_so_and_saves(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        Crud.Context.ChangeTracker.AutoDetectChangesEnabled = false;

        Result<Post> saved = await CallAsync(
            () => Crud.Update<Post, PostTitle>(post.Id, new PostTitle { Title = "New" }),
            token => Crud.UpdateAsync<Post, PostTitle>(post.Id, new PostTitle { Title = "New" }, token));
        Result<Post> refused = await CallAsync(() => Crud.Create(NewPost(stars: 9)), token => Crud.CreateAsync(NewPost(stars: 9), token));

        Assert.Equal("The post was changed.", saved.Message);
        Assert.Equal("New", Stored(context => context.Set<Post>().Single().Title));
        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.False(Crud.Context.ChangeTracker.AutoDetectChangesEnabled);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_context_that_tracks_nothing_by_default_updates_all_the_same(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();
        CrudService<BlogContext> crud = Open(options: options => options.UseQueryTrackingBehavior(QueryTrackingBehavior.NoTracking));

        Result<Post> saved = await CallAsync(
            () => crud.Update<Post, PostTitle>(post.Id, new PostTitle { Title = "New" }),
            token => crud.UpdateAsync<Post, PostTitle>(post.Id, new PostTitle { Title = "New" }, token));

        Assert.Equal("The post was changed.", saved.Message);
    }

    /// <summary>Is copied into its entity, and then refuses.</summary>
    private sealed class Reluctant : ICopiesTo<Post>, IWritesTo<BlogContext, Post>
    {
        private static readonly CrudError No = new("", "No.");

        public void CopyTo(Post entity) => entity.Title = "x";

        public IReadOnlyList<CrudError> Write(BlogContext context, Post entity) => [No];

        public async Task<IReadOnlyList<CrudError>> WriteAsync(BlogContext context, Post entity, CancellationToken cancellationToken)
        {
            await Task.Yield();
            return [No];
        }
    }

    /// <summary>Its rule changes a row that is tracked already.</summary>
    private sealed class Touching : ICopiesTo<Post>, System.ComponentModel.DataAnnotations.IValidatableObject
    {
        public string? Complaint { get; init; }

        public bool Throws { get; init; }

        public IEnumerable<System.ComponentModel.DataAnnotations.ValidationResult> Validate(
            System.ComponentModel.DataAnnotations.ValidationContext validationContext)
        {
            BlogContext context = (BlogContext)validationContext.GetService(typeof(BlogContext))!;
            context.Set<Tag>().Local.Single().Slug = "touched";
            if (Throws)
                throw new NotSupportedException("A bug.");
            return Complaint is null ? [] : [new(Complaint)];
        }

        public void CopyTo(Post entity) => entity.Title = "x";
    }

    private sealed class Looking : ICopiesTo<Post>, System.ComponentModel.DataAnnotations.IValidatableObject
    {
        public IEnumerable<System.ComponentModel.DataAnnotations.ValidationResult> Validate(
            System.ComponentModel.DataAnnotations.ValidationContext validationContext)
        {
            BlogContext context = (BlogContext)validationContext.GetService(typeof(BlogContext))!;
            yield return new($"There are {context.Set<Tag>().ToList().Count} tags.");
        }

        public void CopyTo(Post entity) => entity.Title = "x";
    }
}
