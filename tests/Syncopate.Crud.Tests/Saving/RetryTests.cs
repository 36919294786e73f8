using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Wares;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

[Trait("Judges", "behaviour")]
public sealed class RetryTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_deadlock_is_tried_again_as_often_as_allowed(string database, string form)
    {
        Use(database, form);
        Deadlocks twice = new(2);
        CrudService<BlogContext> crud = Open(options: options => options.AddInterceptors(twice));

        Result<Tag> saved = await CallAsync(() => crud.Create(new Tag { Slug = "a" }), token => crud.CreateAsync(new Tag { Slug = "a" }, token));

        Assert.True(saved.IsDone, saved.ToString());
        Assert.Equal(1, Stored(context => context.Set<Tag>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Then_it_is_unavailable_with_the_cause_for_the_log(string database, string form)
    {
        Use(database, form);
        Deadlocks always = new(int.MaxValue);
        CrudService<BlogContext> crud = Open(rules => rules with { Retries = 3 }, options => options.AddInterceptors(always));

        Result<Tag> given = await CallAsync(() => crud.Create(new Tag { Slug = "a" }), token => crud.CreateAsync(new Tag { Slug = "a" }, token));

        Assert.Equal(Outcome.Unavailable, given.Outcome);
        Assert.Equal("40P01", Assert.IsType<Deadlock>(given.Cause).SqlState);
        Assert.Equal(4, always.Thrown);
        Assert.Empty(crud.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_transaction_of_the_caller_is_never_tried_again(string database, string form)
    {
        Use(database, form);
        Deadlocks always = new(int.MaxValue);
        CrudService<BlogContext> crud = Open(options: options => options.AddInterceptors(always));
        using Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction transaction = crud.Context.Database.BeginTransaction();

        Result<Tag> given = await CallAsync(() => crud.Create(new Tag { Slug = "a" }), token => crud.CreateAsync(new Tag { Slug = "a" }, token));

        Assert.Equal(Outcome.Unavailable, given.Outcome);
        Assert.Equal(1, always.Thrown);
    }

    [Fact]
    public void Retries_have_a_bound()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => CrudRules.Default with { Retries = 11 });
        Assert.Throws<ArgumentOutOfRangeException>(() => CrudRules.Default with { Retries = -1 });
    }

    private sealed class Deadlocks(int times) : SaveChangesInterceptor
    {
        public int Thrown { get; private set; }

        public override InterceptionResult<int> SavingChanges(DbContextEventData eventData, InterceptionResult<int> result) => Next(result);

        public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
            DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default) =>
            ValueTask.FromResult(Next(result));

        private InterceptionResult<int> Next(InterceptionResult<int> result) =>
            Thrown == times ? result : throw Count(new DbUpdateException("The save failed.", new Deadlock()));

        private DbUpdateException Count(DbUpdateException exception)
        {
            Thrown++;
            return exception;
        }
    }
}
