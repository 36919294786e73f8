using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Wares;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A save that is repeated after a deadlock leaves what one save leaves, whatever the application does within it.</summary>
[Trait("Judges", "behaviour")]
public sealed class RepeatTests(PostgresFixture postgres)
{
    public static TheoryData<string, string, string> Everywhere() =>
        CrudTests.EverywhereWith<string>(["override", "interceptor", "listener"]);

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_is_added_and_stamped_within_a_save_is_there_once(string product, string form, string part)
    {
        Contention contention = new();
        using AnyDatabase<AuditedContext> database = new(
            product,
            postgres,
            options =>
            {
                options.AddInterceptors(contention);
                if (part == "interceptor")
                    options.AddInterceptors(new Auditor());
            });
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using AuditedContext context = database.Open();
        context.AuditsItself = part == "override";
        if (part == "listener")
            context.SavingChanges += (_, _) => AuditedContext.Stamp(context);
        CrudService<AuditedContext> crud = new(context);

        contention.Arm(passing: 0, times: 2);
        Result<Item> created = await calls.CallAsync(
            () => crud.Create(new Item { Name = "a" }), token => crud.CreateAsync(new Item { Name = "a" }, token));
        string afterCreate = database.Stored(Told);
        contention.Arm(passing: 0, times: 1);
        Item changed = new() { Id = 1, Name = "b", Revision = 1, Version = 0 };
        Result<Item> updated = await calls.CallAsync(() => crud.Update(changed), token => crud.UpdateAsync(changed, token));
        string afterUpdate = database.Stored(Told);
        contention.Arm(passing: 0, times: 1);
        using AuditedContext late = database.Open();
        CrudService<AuditedContext> user = new(late);
        Item lost = new() { Id = 1, Name = "c", Revision = 1, Version = 0 };
        Result<Item> stale = await calls.CallAsync(() => user.Update(lost), token => user.UpdateAsync(lost, token));
        contention.Arm(passing: 0, times: 1);
        Result<Item> deleted = await calls.CallAsync(
            () => crud.Delete<Item>(1), token => crud.DeleteAsync<Item>(1, cancellationToken: token));

        Assert.True(created.IsDone && updated.IsDone && deleted.IsDone, $"{created}; {updated}; {deleted}");
        Assert.Equal(Outcome.Conflict, stale.Outcome);
        Assert.Equal("a 1 0; audits 1", afterCreate);
        Assert.Equal("b 2 1; audits 2", afterUpdate);
        Assert.Equal("; audits 3", database.Stored(Told));
        Assert.Equal(3, context.ChangeTracker.Entries().Count());
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task Where_the_context_itself_retries_the_service_does_not(string form)
    {
        Contention contention = new();
        contention.Arm(passing: 0, times: 100);
        using AnyDatabase<AuditedContext> database = new(
            "postgresql",
            postgres,
            options =>
            {
                options.AddInterceptors(contention);
                new Npgsql.EntityFrameworkCore.PostgreSQL.Infrastructure.NpgsqlDbContextOptionsBuilder(options)
                    .ExecutionStrategy(dependencies => new Twice(dependencies));
            });
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using AuditedContext context = database.Open();
        CrudService<AuditedContext> crud = new(context);

        Result<Item> refused = await calls.CallAsync(
            () => crud.Create(new Item { Name = "a" }), token => crud.CreateAsync(new Item { Name = "a" }, token));

        Assert.Equal(Outcome.Unavailable, refused.Outcome);
        Assert.Equal(3, 100 - contention.Left);
    }

    private static string Told(AuditedContext context)
    {
        string items = string.Join(", ", context.Set<Item>().Select(item => $"{item.Name} {item.Revision} {item.Version}"));
        return $"{items}; audits {context.Set<Audit>().Count()}";
    }

    public sealed class Item
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Revision { get; set; }

        public int Version { get; set; }

        public ICollection<Audit> Audits { get; } = [];
    }

    public sealed class Audit
    {
        public int Id { get; set; }

        public int? ItemId { get; set; }

        public Item? Item { get; set; }
    }

    public sealed class AuditedContext(DbContextOptions<AuditedContext> options) : DbContext(options)
    {
        public bool AuditsItself { get; set; }

        public static void Stamp(DbContext context)
        {
            Microsoft.EntityFrameworkCore.ChangeTracking.EntityEntry<Item>[] changed =
                [.. context.ChangeTracker.Entries<Item>().Where(entry => entry.State != EntityState.Unchanged)];
            foreach (Microsoft.EntityFrameworkCore.ChangeTracking.EntityEntry<Item> entry in changed)
            {
                entry.Entity.Revision++;
                if (entry.State == EntityState.Deleted)
                    context.Add(new Audit());
                else
                    entry.Entity.Audits.Add(new Audit());
            }
        }

        public override int SaveChanges(bool acceptAllChangesOnSuccess)
        {
            if (AuditsItself)
                Stamp(this);
            return base.SaveChanges(acceptAllChangesOnSuccess);
        }

        public override Task<int> SaveChangesAsync(bool acceptAllChangesOnSuccess, CancellationToken cancellationToken = default)
        {
            if (AuditsItself)
                Stamp(this);
            return base.SaveChangesAsync(acceptAllChangesOnSuccess, cancellationToken);
        }

        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Item>().Property(item => item.Version).IsConcurrencyToken();
            modelBuilder.Entity<Audit>().HasOne(audit => audit.Item).WithMany(item => item.Audits).OnDelete(DeleteBehavior.SetNull);
        }
    }

    private sealed class Auditor : SaveChangesInterceptor
    {
        public override InterceptionResult<int> SavingChanges(DbContextEventData eventData, InterceptionResult<int> result)
        {
            AuditedContext.Stamp(eventData.Context!);
            return result;
        }

        public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
            DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
        {
            AuditedContext.Stamp(eventData.Context!);
            return ValueTask.FromResult(result);
        }
    }

    private sealed class Twice(ExecutionStrategyDependencies dependencies) : ExecutionStrategy(dependencies, 2, TimeSpan.Zero)
    {
        protected override bool ShouldRetryOn(Exception exception) =>
            exception is Deadlock or DbUpdateException { InnerException: Deadlock };
    }
}
