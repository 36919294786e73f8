using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>Hook, rules, the columns that are written, cancellation.</summary>
[Trait("Judges", "behaviour")]
public sealed class SaveTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task The_hook_changes_what_is_saved_before_it_is_checked(string database, string form)
    {
        Use(database, form);
        CrudService<BlogContext> crud = Open(rules => rules with
        {
            BeforeSave = context => Stamp(context, "sync"),
            BeforeSaveAsync = async (context, token) =>
            {
                await context.Set<Blog>().CountAsync(token);
                Stamp(context, "async");
            },
        });

        await CallAsync(() => crud.Create(new Tag { Slug = "a" }), token => crud.CreateAsync(new Tag { Slug = "a" }, token));

        Assert.Equal(form, Stored(context => context.Set<Tag>().Single().Name));
    }

    [Fact]
    public async Task With_an_asynchronous_hook_alone_a_synchronous_save_is_a_programmer_s_mistake()
    {
        Use("sqlite", "async");
        CrudService<BlogContext> crud = Open(rules => rules with { BeforeSaveAsync = (_, _) => Task.CompletedTask });

        InvalidOperationException mistake = Assert.Throws<InvalidOperationException>(() => crud.Create(new Tag { Slug = "a" }));
        Assert.Throws<InvalidOperationException>(() => crud.Update<Tag, TagForm>(-1, new TagForm()));
        Assert.Throws<InvalidOperationException>(() => crud.Delete<Tag>(-1));
        Result<Tag> saved = await crud.CreateAsync(new Tag { Slug = "a" }, TestContext.Current.CancellationToken);

        Assert.Contains("Set CrudRules.BeforeSave too, or call the asynchronous form", mistake.Message, StringComparison.Ordinal);
        Assert.True(saved.IsDone);
        Assert.Equal(1, Stored(context => context.Set<Tag>().Count()));
    }

    [Fact]
    public async Task A_synchronous_hook_alone_serves_both_forms()
    {
        Use("sqlite", "async");
        CrudService<BlogContext> crud = Open(rules => rules with { BeforeSave = context => Stamp(context, "hook") });

        Result<Tag> saved = await crud.CreateAsync(new Tag { Slug = "a" }, TestContext.Current.CancellationToken);

        Assert.Equal("hook", saved.Value.Name);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task The_context_s_own_rules_see_what_changes_and_refuse_it(string database, string form)
    {
        Use(database, form);
        Crud.Context.OwnRule = changed => changed is [{ Entity: Tag { Slug: "forbidden" } }]
            ? new CrudError("Slug", "Not that one.")
            : null;

        Result<Tag> refused = await CallAsync(
            () => Crud.Create(new Tag { Slug = "forbidden" }),
            token => Crud.CreateAsync(new Tag { Slug = "forbidden" }, token));
        Result<Tag> saved = await CallAsync(
            () => Crud.Create(new Tag { Slug = "allowed" }),
            token => Crud.CreateAsync(new Tag { Slug = "allowed" }, token));

        Assert.Equal(new CrudError("Slug", "Not that one."), Assert.Single(refused.Errors));
        Assert.True(saved.IsDone);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_validatable_form_reaches_the_context_and_names_its_members(string database, string form)
    {
        Use(database, form);

        Result<Tag> refused = await CallAsync(
            () => Crud.Create<Tag, TagForm>(new TagForm()),
            token => Crud.CreateAsync<Tag, TagForm>(new TagForm(), token));

        Assert.Equal([new CrudError("Slug", "1 blogs, no slug."), new CrudError("Name", "1 blogs, no slug.")], refused.Errors);
    }

    [Fact]
    public void Without_validation_only_the_database_refuses()
    {
        Use("sqlite", "sync");
        CrudService<BlogContext> crud = Open(rules => rules with { Validates = false });

        Assert.True(crud.Create(new Blog { Name = "", Slug = "no-name" }).IsDone);
        Assert.Equal("Slug", Assert.Single(crud.Create(new Blog { Name = "", Slug = "no-name" }).Errors).Path);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_application_s_words_for_a_constraint_replace_ours(string database, string form)
    {
        Use(database, form);
        Given(NewPost());
        CrudService<BlogContext> crud = Open(rules => rules
            .WithMessage("IX_Blog_Slug", "Think of another address.")
            .WithMessage("FK_Post_Blog_BlogId", "Empty it first.")
            .WithMessage("CK_Posts_Stars", "0 to 5."));
        Blog same = new() { Name = "x", Slug = "notes" };

        Result<Blog> unique = await CallAsync(() => crud.Create(same), token => crud.CreateAsync(same, token));
        Result<Blog> referenced = await CallAsync(
            () => crud.Delete<Blog>(BlogId),
            token => crud.DeleteAsync<Blog>(BlogId, cancellationToken: token));
        Result<Post> check = await CallAsync(() => crud.Create(NewPost(stars: 9)), token => crud.CreateAsync(NewPost(stars: 9), token));

        Assert.Equal(["Think of another address.", "Empty it first.", "0 to 5."], [unique.Message, referenced.Message, check.Message]);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Only_the_columns_that_changed_are_written(string database, string form)
    {
        Use(database, form);
        Post post = NewPost(stars: 3);
        Given(post);
        List<string> commands = [];
        CrudService<BlogContext> crud = Open(options: options => options.LogTo(commands.Add, (id, _) => id == RelationalEventId.CommandExecuted));

        await CallAsync(
            () => crud.Update<Post, PostTitle>(post.Id, new PostTitle { Title = "New" }),
            token => crud.UpdateAsync<Post, PostTitle>(post.Id, new PostTitle { Title = "New" }, token));

        string update = Assert.Single(commands, command => command.Contains("UPDATE", StringComparison.Ordinal));
        Assert.Contains("SET \"Title\" = ", update, StringComparison.Ordinal);
        Assert.DoesNotContain("Stars", update, StringComparison.Ordinal);
        Assert.Equal(2, commands.Count);
    }

    [Theory, InlineData("sqlite"), InlineData("postgresql")]
    public async Task A_call_that_is_cancelled_before_the_commit_saves_nothing(string database)
    {
        Use(database, "async");
        using CancellationTokenSource cancel = new();
        CrudService<BlogContext> crud = Open(rules => rules with { BeforeSaveAsync = (_, _) => cancel.CancelAsync() });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => crud.CreateAsync(new Tag { Slug = "a" }, cancel.Token));

        Assert.Equal(0, Stored(context => context.Set<Tag>().Count()));
        Assert.Empty(crud.Context.ChangeTracker.Entries());
    }

    [Theory, InlineData("sqlite"), InlineData("postgresql")]
    public async Task A_save_that_has_begun_ends_although_it_is_cancelled(string database)
    {
        Use(database, "async");
        using CancellationTokenSource cancel = new();
        CrudService<BlogContext> crud = Open(options: options => options.AddInterceptors(new CancelsInSave(cancel)));

        Result<Tag> saved = await crud.CreateAsync(new Tag { Slug = "a" }, cancel.Token);

        Assert.True(cancel.IsCancellationRequested);
        Assert.True(saved.IsDone);
        Assert.Equal(1, Stored(context => context.Set<Tag>().Count()));
    }

    [Theory, InlineData("sqlite"), InlineData("postgresql")]
    public async Task In_a_transaction_of_the_caller_a_save_is_cancelled_for_the_commit_is_the_caller_s(string database)
    {
        Use(database, "async");
        using CancellationTokenSource cancel = new();
        CrudService<BlogContext> crud = Open(options: options => options.AddInterceptors(new CancelsInSave(cancel)));
        await using Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction transaction = await crud.Context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => crud.CreateAsync(new Tag { Slug = "a" }, cancel.Token));
        await transaction.CommitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, Stored(context => context.Set<Tag>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task In_a_transaction_of_the_caller_a_refused_call_leaves_the_others(string database, string form)
    {
        Use(database, form);
        using Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction transaction = Crud.Context.Database.BeginTransaction();

        await CallAsync(() => Crud.Create(new Tag { Slug = "a" }), token => Crud.CreateAsync(new Tag { Slug = "a" }, token));
        Result<Tag> same = await CallAsync(() => Crud.Create(new Tag { Slug = "a" }), token => Crud.CreateAsync(new Tag { Slug = "a" }, token));
        await CallAsync(() => Crud.Create(new Tag { Slug = "b" }), token => Crud.CreateAsync(new Tag { Slug = "b" }, token));
        transaction.Commit();

        Assert.Equal(Outcome.Invalid, same.Outcome);
        Assert.Equal(["a", "b"], Stored(context => context.Set<Tag>().Select(tag => tag.Slug).Order().ToArray()));
    }

    private static void Stamp(DbContext context, string name)
    {
        foreach (Microsoft.EntityFrameworkCore.ChangeTracking.EntityEntry<Tag> entry in context.ChangeTracker.Entries<Tag>())
            entry.Entity.Name = name;
    }

    private sealed class TagForm : ICopiesTo<Tag>, IValidatableObject
    {
        public void CopyTo(Tag entity)
        {
        }

        public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
        {
            BlogContext? context = (BlogContext?)validationContext.GetService(typeof(BlogContext));
            yield return new ValidationResult($"{context?.Set<Blog>().Count()} blogs, no slug.", ["Slug", "Name"]);
        }
    }

    /// <summary>Cancels once EF Core is in the middle of saving.</summary>
    private sealed class CancelsInSave(CancellationTokenSource cancel) : SaveChangesInterceptor
    {
        public override async ValueTask<InterceptionResult<int>> SavingChangesAsync(
            DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
        {
            await cancel.CancelAsync();
            return result;
        }
    }
}
