using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>After a call that failed the relations are as before it, in memory and in what is saved next.</summary>
public sealed class RelationUndoTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refusal_after_the_tags_were_taken_off_takes_none_off(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        Post post = Crud.Context.Set<Post>().Include(row => row.Tags).Single();
        List<Tag> before = post.Tags.ToList();

        Result<Post> refused = await CallAsync(
            () => Crud.Update<Post, Stripping>(id, new Stripping(false)),
            token => Crud.UpdateAsync<Post, Stripping>(id, new Stripping(false), token));

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal(before, post.Tags);
        Assert.All(before, tag => Assert.Same(post, Assert.Single(tag.Posts)));
        Assert.Equal(0, Crud.Context.SaveChanges());
        Assert.Equal(2, Stored(context => context.Set<Post>().Include(row => row.Tags).Single().Tags.Count));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refusal_after_EF_Core_has_noticed_takes_none_off_either(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        Post post = Crud.Context.Set<Post>().Include(row => row.Tags).Single();
        List<Tag> before = post.Tags.ToList();

        Result<Post> refused = await CallAsync(
            () => Crud.Update<Post, Stripping>(id, new Stripping(true)),
            token => Crud.UpdateAsync<Post, Stripping>(id, new Stripping(true), token));
        post.Title = "Next";

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal(before, post.Tags);
        Assert.Equal(1, Crud.Context.SaveChanges());
        Assert.Equal(
            ("Next", 2),
            Stored(context => (context.Set<Post>().Single().Title, context.Set<Post>().Include(row => row.Tags).Single().Tags.Count)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_the_caller_had_changed_and_not_saved_has_its_values_back(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        Post post = Crud.Context.Set<Post>().Single();
        (post.Title, post.Stars) = ("Pending", 3);
        PostForm bad = new() { Title = "x", Stars = 9, BlogId = BlogId, Version = 1 };

        await CallAsync(() => Crud.Update<Post, PostForm>(id, bad), token => Crud.UpdateAsync<Post, PostForm>(id, bad, token));

        Assert.Equal(("Pending", 3, 1, EntityState.Modified), (post.Title, post.Stars, post.Version, Crud.Context.Entry(post).State));
        Assert.Equal(1, Crud.Context.SaveChanges());
        Assert.Equal(
            ("Pending", 3, 1),
            Stored(context => context.Set<Post>().AsEnumerable().Select(row => (row.Title, row.Stars, row.Version)).Single()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_owned_value_and_a_list_of_them_are_as_before(string database, string form)
    {
        Use(database, form);
        Given(new Country
        {
            Code = "AT",
            Money = new Money { Unit = "ATS" },
            Offices = { new Address { City = "Wien" }, new Address { City = "Graz" } },
        });
        Blog blog = Crud.Context.Set<Blog>().Single();
        Country country = Crud.Context.Set<Country>().Single();
        var (address, offices) = (blog.Address, country.Offices.ToList());

        await CallAsync(
            () => Crud.Update<Country, Emptying>(country.Id, new Emptying()),
            token => Crud.UpdateAsync<Country, Emptying>(country.Id, new Emptying(), token));
        await CallAsync(
            () => Crud.Update<Blog, Moving>(BlogId, new Moving()),
            token => Crud.UpdateAsync<Blog, Moving>(BlogId, new Moving(), token));

        Assert.Same(address, blog.Address);
        Assert.Equal(offices, country.Offices);
        Assert.Equal("ATS", country.Money.Unit);
        Assert.Equal(0, Crud.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_context_that_does_not_look_for_changes_itself_saves_the_tags_of_a_form(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        Crud.Context.ChangeTracker.AutoDetectChangesEnabled = false;
        PostForm given = new() { Title = "First", BlogId = BlogId, Version = 1, TagIds = [3] };

        Result<Post> updated = await CallAsync(
            () => Crud.Update<Post, PostForm>(id, given),
            token => Crud.UpdateAsync<Post, PostForm>(id, given, token));
        Result<Post> created = await CallAsync(() => Crud.Create<Post, PostForm>(given), token => Crud.CreateAsync<Post, PostForm>(given, token));

        Assert.True(updated.IsDone && created.IsDone, $"{updated} {created}");
        string[] tags = Stored(context => context.Set<Post>().Include(row => row.Tags).AsEnumerable()
            .Select(row => string.Join(' ', row.Tags.Select(tag => tag.Id))).ToArray());
        Assert.Equal(["3", "3"], tags);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_context_that_does_not_look_for_changes_itself_saves_what_the_hook_and_an_action_change(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        CrudService<BlogContext> crud = Open(
            rules => rules with { BeforeSave = context => context.Set<Tag>().Local.ToList().ForEach(tag => tag.Name = "hooked") });
        crud.Context.ChangeTracker.AutoDetectChangesEnabled = false;
        Blog blog = crud.Context.Set<Blog>().Single();
        IReadOnlyList<CrudError> Rename(Post post)
        {
            blog.Name = "Renamed";
            return [];
        }

        Result<Post> deleted = await CallAsync(
            () => crud.Delete<Post>(id, (context, post) => Rename(post)),
            token => crud.DeleteAsync<Post>(id, (context, post, _) => Task.FromResult(Rename(post)), token));
        Result<Tag> created = await CallAsync(
            () => crud.Update<Tag>(new Tag { Id = 1, Slug = "a2" }),
            token => crud.UpdateAsync<Tag>(new Tag { Id = 1, Slug = "a2" }, token));

        Assert.True(deleted.IsDone && created.IsDone, $"{deleted} {created}");
        Assert.Equal(("Renamed", "hooked"), Stored(context => (context.Set<Blog>().Single().Name, context.Find<Tag>(1)!.Name)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Of_two_users_who_change_only_the_tags_the_second_is_told(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        var (first, second) = (Crud.SetUpUpdate<Post, KeysForm>(id).Value, Open().SetUpUpdate<Post, KeysForm>(id).Value);
        (first.TagIds, second.TagIds) = ([1], [2]);

        Result<Post> saved = await CallAsync(
            () => Crud.Update<Post, KeysForm>(id, first),
            token => Crud.UpdateAsync<Post, KeysForm>(id, first, token));
        Result<Post> late = await CallAsync(
            () => Open().Update<Post, KeysForm>(id, second),
            token => Open().UpdateAsync<Post, KeysForm>(id, second, token));

        Assert.Equal((true, 2), (saved.IsDone, saved.Value.Version));
        Assert.Equal(Outcome.Conflict, late.Outcome);
        Assert.Equal(1, Assert.Single(Stored(context => context.Set<Post>().Include(row => row.Tags).Single().Tags)).Id);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_stale_form_that_changes_nothing_leaves_the_version_that_is_stored(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        KeysForm stale = Crud.SetUpUpdate<Post, KeysForm>(id).Value;
        stale.Version = 0;

        Result<Post> nothing = await CallAsync(
            () => Crud.Update<Post, KeysForm>(id, stale),
            token => Crud.UpdateAsync<Post, KeysForm>(id, stale, token));

        Assert.Equal("Nothing had changed, so nothing was saved.", nothing.Message);
        Assert.Equal(1, nothing.Value.Version);
        Assert.Equal(0, Crud.Context.SaveChanges());
    }

    [Fact]
    public void A_version_is_raised_by_nobody_where_the_rules_say_so()
    {
        Use("sqlite", "sync");
        int id = PostWithTags();
        CrudService<BlogContext> crud = Open(rules => rules with { RaisesVersion = false });
        KeysForm seen = crud.SetUpUpdate<Post, KeysForm>(id).Value;
        seen.Title = "New";

        Assert.Equal(1, crud.Update<Post, KeysForm>(id, seen).Value.Version);
    }

    /// <summary>Changes an entity, and then refuses.</summary>
    private abstract class Refusing<TEntity> : IWritesTo<BlogContext, TEntity>
        where TEntity : class
    {
        public IReadOnlyList<CrudError> Write(BlogContext context, TEntity entity) => Refused(context, entity);

        public async Task<IReadOnlyList<CrudError>> WriteAsync(BlogContext context, TEntity entity, CancellationToken cancellationToken)
        {
            await Task.Yield();
            return Refused(context, entity);
        }

        protected abstract void Change(BlogContext context, TEntity entity);

        private IReadOnlyList<CrudError> Refused(BlogContext context, TEntity entity)
        {
            Change(context, entity);
            return [new CrudError("", "No.")];
        }
    }

    /// <summary>Takes all tags off, and then refuses.</summary>
    private sealed class Stripping(bool looks) : Refusing<Post>
    {
        protected override void Change(BlogContext context, Post entity)
        {
            entity.Tags.Clear();
            if (looks)
                context.ChangeTracker.DetectChanges();
        }
    }

    private sealed class Emptying : Refusing<Country>
    {
        protected override void Change(BlogContext context, Country entity)
        {
            entity.Offices.Clear();
            entity.Offices.Add(new Address { City = "Linz" });
            entity.Money.Unit = "EUR";
            context.ChangeTracker.DetectChanges();
        }
    }

    private sealed class Moving : Refusing<Blog>
    {
        protected override void Change(BlogContext context, Blog entity)
        {
            entity.Address = new Address { City = "Linz" };
            context.ChangeTracker.DetectChanges();
        }
    }
}
