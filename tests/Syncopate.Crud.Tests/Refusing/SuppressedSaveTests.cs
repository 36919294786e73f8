using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>An interceptor can keep SaveChanges from saving without a word to whoever called it.</summary>
[Trait("Judges", "behaviour")]
public sealed class SuppressedSaveTests(PostgresFixture postgres)
{
    private const string Rule = "A rule of the application does not allow this.";

    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    public static TheoryData<string, string, int> EverywhereWithRows { get; } = CrudTests.EverywhereWith<int>([0, 1]);

    /// <param name="database">Its product.</param>
    /// <param name="form">Of the calls.</param>
    /// <param name="rows">That the interceptor says it has saved.</param>
    [Theory, MemberData(nameof(EverywhereWithRows))]
    public async Task What_is_suppressed_is_not_done(string database, string form, int rows)
    {
        Keeper keeper = new() { Suppressed = rows };
        using CrudOn<JarContext> jars = Jars(database, form, keeper);

        await RefuseAllAsync(jars, keeper);
    }

    [Theory, MemberData(nameof(EverywhereWithRows))]
    public async Task It_is_not_in_a_transaction_of_the_caller_either(string database, string form, int rows)
    {
        Keeper keeper = new() { Suppressed = rows };
        using CrudOn<JarContext> jars = Jars(database, form, keeper);
        using IDbContextTransaction transaction = jars.Context.Database.BeginTransaction();

        await RefuseAllAsync(jars, keeper);
        transaction.Commit();

        Assert.Equal("a", jars.Stored(context => context.Set<Jar>().Single().Text));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_is_taken_off_is_neither_created_nor_deleted(string database, string form)
    {
        Keeper keeper = new();
        using CrudOn<JarContext> jars = Jars(database, form, keeper);

        Result<Jar> created = await CreateAsync(jars);
        Result<Jar> deleted = await DeleteAsync(jars);
        keeper.Keeps = false;

        Assert.Equal([Rule, Rule], [created.Message, deleted.Message]);
        Assert.Equal(0, jars.Context.SaveChanges());
        Assert.Equal("a", jars.Stored(context => context.Set<Jar>().Single().Text));
    }

    private CrudOn<JarContext> Jars(string database, string form, Keeper keeper)
    {
        CrudOn<JarContext> jars = new(database, form, postgres, options: options => options.AddInterceptors(keeper));
        jars.Given(new Jar { Id = 1, Text = "a" });
        keeper.Keeps = true;
        return jars;
    }

    private static async Task RefuseAllAsync(CrudOn<JarContext> jars, Keeper keeper)
    {
        Result<Jar> created = await CreateAsync(jars);
        Result<Jar> updated = await jars.CallAsync(
            crud => crud.Update<Jar, JarForm>(1, new JarForm("b")),
            (crud, token) => crud.UpdateAsync<Jar, JarForm>(1, new JarForm("b"), token));
        Result<Jar> deleted = await DeleteAsync(jars);
        keeper.Keeps = false;

        Assert.Equal([Rule, Rule, Rule], [created.Message, updated.Message, deleted.Message]);
        Assert.All([created, updated, deleted], result => Assert.Equal(Outcome.Invalid, result.Outcome));
        Assert.Equal(0, jars.Context.SaveChanges());
        Assert.Equal("a", jars.Context.Set<Jar>().AsNoTracking().Single().Text);
    }

    private static Task<Result<Jar>> CreateAsync(CrudOn<JarContext> jars) => jars.CallAsync(
        crud => crud.Create(new Jar { Id = 2 }), (crud, token) => crud.CreateAsync(new Jar { Id = 2 }, token));

    private static Task<Result<Jar>> DeleteAsync(CrudOn<JarContext> jars) => jars.CallAsync(
        crud => crud.Delete<Jar>(1), (crud, token) => crud.DeleteAsync<Jar>(1, cancellationToken: token));

    /// <summary>Says that rows were saved, or takes off what is to be created or deleted.</summary>
    private sealed class Keeper : SaveChangesInterceptor
    {
        public bool Keeps { get; set; }

        /// <summary>Null takes off.</summary>
        public int? Suppressed { get; init; }

        public override InterceptionResult<int> SavingChanges(
            DbContextEventData eventData, InterceptionResult<int> result) =>
            Kept(eventData, result);

        public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
            DbContextEventData eventData,
            InterceptionResult<int> result,
            CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(Kept(eventData, result));

        private InterceptionResult<int> Kept(DbContextEventData eventData, InterceptionResult<int> result)
        {
            if (!Keeps)
                return result;
            if (Suppressed is { } rows)
                return InterceptionResult<int>.SuppressWithResult(rows);

            foreach (EntityEntry entry in eventData.Context?.ChangeTracker.Entries().ToList() ?? [])
                entry.State = entry.State == EntityState.Added ? EntityState.Detached : EntityState.Unchanged;
            return result;
        }
    }
}
