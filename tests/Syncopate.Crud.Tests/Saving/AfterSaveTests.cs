using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Wares;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>What the application does after EF Core has saved may fail by itself: the rows are there then, once.</summary>
[Trait("Judges", "behaviour")]
public sealed class AfterSaveTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_failure_after_the_commit_is_never_a_second_row(string database, string form)
    {
        using CrudOn<NotedContext> items = new(database, form, postgres);
        items.Context.Later = () => throw new DbUpdateException("The second database is busy.", new Deadlock());

        Result<Item> created = await items.CallAsync(
            crud => crud.Create(new Item { Name = "a" }), (crud, token) => crud.CreateAsync(new Item { Name = "a" }, token));
        items.Context.Later = null;

        Assert.Equal((Outcome.Unavailable, true), (created.Outcome, created.MayBeSaved));
        Assert.Equal(1, items.Stored(context => context.Set<Item>().Count()));
        Assert.Equal(EntityState.Unchanged, Assert.Single(items.Context.ChangeTracker.Entries()).State);
        Assert.Equal(0, items.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_exception_after_the_commit_leaves_the_context_as_the_row_is(string database, string form)
    {
        using CrudOn<NotedContext> items = new(database, form, postgres);
        items.Context.Later = () => throw new NotSupportedException("No mail server.");

        await Assert.ThrowsAsync<NotSupportedException>(() => items.CallAsync(
            crud => crud.Create(new Item { Name = "a" }), (crud, token) => crud.CreateAsync(new Item { Name = "a" }, token)));
        items.Context.Later = null;

        Assert.Equal(0, items.Context.SaveChanges());
        Assert.Equal(1, items.Stored(context => context.Set<Item>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_deadlock_in_a_transaction_of_the_override_is_tried_again(string database, string form)
    {
        Contention contention = new();
        using CrudOn<NotedContext> items = new(
            database, form, postgres, options: options => options.AddInterceptors(contention));
        items.Context.Notes = true;
        contention.Arm(passing: 1, times: 1);

        Result<Item> created = await items.CallAsync(
            crud => crud.Create(new Item { Name = "a" }), (crud, token) => crud.CreateAsync(new Item { Name = "a" }, token));

        Assert.True(created.IsDone, $"{created} {created.Cause}");
        Assert.Equal((1, 1), items.Stored(context => (context.Set<Item>().Count(), context.Set<Note>().Count())));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_transaction_of_the_override_rolled_back_is_in_neither_the_database_nor_the_context(
        string database, string form)
    {
        using CrudOn<NotedContext> items = new(database, form, postgres, new CrudRules { Retries = 0 });
        items.Given(new Item { Id = 100, Name = "a" });
        Item known = items.Context.Set<Item>().Single();
        items.Context.Notes = true;
        items.Context.Within = () => throw new DbUpdateException("The outbox is busy.", new Deadlock());

        Result<Item> created = await items.CallAsync(
            crud => crud.Create(new Item { Name = "c" }),
            (crud, token) => crud.CreateAsync(new Item { Name = "c" }, token));
        Result<Item> updated = await items.CallAsync(
            crud => crud.Update(new Item { Id = 100, Name = "b" }),
            (crud, token) => crud.UpdateAsync(new Item { Id = 100, Name = "b" }, token));
        (items.Context.Notes, items.Context.Within) = (false, null);

        Assert.Equal((Outcome.Unavailable, false), (created.Outcome, created.MayBeSaved));
        Assert.Equal((Outcome.Unavailable, false), (updated.Outcome, updated.MayBeSaved));
        Assert.Same(known, Assert.Single(items.Context.ChangeTracker.Entries()).Entity);
        Assert.Equal(0, items.Context.SaveChanges());
        Assert.Equal(("a", "a"), (known.Name, items.Stored(context => context.Set<Item>().Single().Name)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_failure_after_the_commit_of_the_override_is_told_as_one(string database, string form)
    {
        using CrudOn<NotedContext> items = new(database, form, postgres);
        items.Context.Notes = true;
        items.Context.Later = () => throw new DbUpdateException("The second database is busy.", new Deadlock());

        Result<Item> created = await items.CallAsync(
            crud => crud.Create(new Item { Name = "a" }),
            (crud, token) => crud.CreateAsync(new Item { Name = "a" }, token));

        Assert.Equal((Outcome.Unavailable, true), (created.Outcome, created.MayBeSaved));
        Assert.Equal(1, items.Stored(context => context.Set<Item>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_is_changed_anew_after_the_save_was_saved(string database, string form)
    {
        using CrudOn<NotedContext> items = new(database, form, postgres);
        items.Context.Later = () => Assert.Single(items.Context.ChangeTracker.Entries()).State = EntityState.Modified;

        Result<Item> created = await items.CallAsync(
            crud => crud.Create(new Item { Name = "a" }), (crud, token) => crud.CreateAsync(new Item { Name = "a" }, token));

        Assert.True(created.IsDone, created.ToString());
        Assert.Equal(1, items.Stored(context => context.Set<Item>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_failure_after_a_save_in_a_transaction_of_the_caller_takes_back_row_and_context(
        string database, string form)
    {
        using CrudOn<NotedContext> items = new(database, form, postgres);
        items.Given(new Item { Id = 100, Name = "a" });
        Item known = items.Context.Set<Item>().Single();
        using IDbContextTransaction transaction = items.Context.Database.BeginTransaction();
        items.Context.Later = () => throw new DbUpdateException("The second database is busy.", new Deadlock());

        Result<Item> updated = await items.CallAsync(
            crud => crud.Update(new Item { Id = 100, Name = "b" }),
            (crud, token) => crud.UpdateAsync(new Item { Id = 100, Name = "b" }, token));
        items.Context.Later = null;
        transaction.Commit();

        Assert.Equal((Outcome.Unavailable, false), (updated.Outcome, updated.MayBeSaved));
        Assert.Equal(("a", "a"), (known.Name, items.Stored(context => context.Set<Item>().Single().Name)));
        Assert.Equal(0, items.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refusal_stays_one_where_the_override_cleans_up_after_it(string database, string form)
    {
        using CrudOn<NotedContext> items = new(database, form, postgres);
        items.Given(new Item { Id = 1, Name = "a" });
        items.Context.Clears = true;

        Result<Item> created = await items.CallAsync(
            crud => crud.Create(new Item { Id = 1, Name = "b" }),
            (crud, token) => crud.CreateAsync(new Item { Id = 1, Name = "b" }, token));

        Assert.Equal((Outcome.Invalid, false), (created.Outcome, created.MayBeSaved));
        Assert.Equal("Id", Assert.Single(created.Errors).Path);
        Assert.Empty(items.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_with_events_is_not_tried_again_where_an_override_may_have_used_them_up(
        string database, string form)
    {
        Contention contention = new();
        using CrudOn<NotedContext> items = new(
            database, form, postgres, options: options => options.AddInterceptors(contention));
        contention.Arm(passing: 0, times: 1);
        Eventful eventful = new();

        Result<Eventful> created = await items.CallAsync(
            crud => crud.Create(eventful), (crud, token) => crud.CreateAsync(eventful, token));

        Assert.Equal((Outcome.Unavailable, false), (created.Outcome, created.MayBeSaved));
        Assert.Equal(0, items.Stored(context => context.Set<Eventful>().Count()));
    }

    public sealed class Item
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    public sealed class Note
    {
        public int Id { get; set; }
    }

    public sealed class Eventful
    {
        private readonly List<string> _events = ["created"];

        public int Id { get; set; }

        public IReadOnlyList<string> TakeEvents()
        {
            string[] taken = [.. _events];
            _events.Clear();
            return taken;
        }
    }

    public sealed class NotedContext(DbContextOptions<NotedContext> options) : DbContext(options)
    {
        /// <summary>Whether a note is saved after each save, in one transaction with it.</summary>
        public bool Notes { get; set; }

        /// <summary>Whether all is forgotten after a save that failed.</summary>
        public bool Clears { get; set; }

        /// <summary>What is done in that transaction last.</summary>
        public Action? Within { get; set; }

        /// <summary>What follows the commit.</summary>
        public Action? Later { get; set; }

        public override int SaveChanges(bool acceptAllChangesOnSuccess)
        {
            using IDbContextTransaction? own = Notes ? Database.BeginTransaction() : null;
            int rows = Cleaning(acceptAllChangesOnSuccess);
            if (Notes)
            {
                Add(new Note());
                base.SaveChanges(acceptAllChangesOnSuccess);
            }
            Within?.Invoke();
            own?.Commit();
            return LateSave.Then(rows, Later);
        }

        public override async Task<int> SaveChangesAsync(
            bool acceptAllChangesOnSuccess, CancellationToken cancellationToken = default)
        {
            await using IDbContextTransaction? own = Notes
                ? await Database.BeginTransactionAsync(cancellationToken)
                : null;
            int rows = await CleaningAsync(acceptAllChangesOnSuccess, cancellationToken);
            if (Notes)
            {
                Add(new Note());
                await base.SaveChangesAsync(acceptAllChangesOnSuccess, cancellationToken);
            }
            Within?.Invoke();
            if (own is not null)
                await own.CommitAsync(cancellationToken);
            return LateSave.Then(rows, Later);
        }

        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Item>();
            modelBuilder.Entity<Note>();
            modelBuilder.Entity<Eventful>();
        }

        private int Cleaning(bool acceptAllChangesOnSuccess)
        {
            try
            {
                return base.SaveChanges(acceptAllChangesOnSuccess);
            }
            catch (DbUpdateException) when (Clears)
            {
                ChangeTracker.Clear();
                throw;
            }
        }

        private async Task<int> CleaningAsync(bool acceptAllChangesOnSuccess, CancellationToken cancellationToken)
        {
            try
            {
                return await base.SaveChangesAsync(acceptAllChangesOnSuccess, cancellationToken);
            }
            catch (DbUpdateException) when (Clears)
            {
                ChangeTracker.Clear();
                throw;
            }
        }
    }
}
