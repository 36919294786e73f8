using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>Keys that a provider cannot send are those of no row: it throws for them, and a user may have typed one.</summary>
[Trait("Judges", "behaviour")]
public sealed class UnsendableKeyTests(PostgresFixture postgres)
{
    private static readonly DateTime Noon = new(2026, 1, 1, 12, 0, 0, DateTimeKind.Utc);

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task A_time_of_another_kind_than_its_column_s_is_not_found(string form)
    {
        using CrudOn<MomentContext> moments = new("postgresql", form, postgres);
        DateTime local = DateTime.SpecifyKind(Noon, DateTimeKind.Unspecified);
        moments.Given(new Moment { At = Noon }, new LocalMoment { At = local });

        (Outcome, Outcome)[] none =
        [
            await FindAndDeleteAsync<Moment>(moments, local),
            await FindAndDeleteAsync<Moment>(moments, DateTime.SpecifyKind(Noon, DateTimeKind.Local)),
            await FindAndDeleteAsync<LocalMoment>(moments, Noon),
        ];
        (Outcome, Outcome)[] there =
        [
            await FindAndDeleteAsync<Moment>(moments, Noon), await FindAndDeleteAsync<LocalMoment>(moments, local),
        ];

        Assert.All(none, found => Assert.Equal((Outcome.NotFound, Outcome.NotFound), found));
        Assert.All(there, found => Assert.Equal((Outcome.Done, Outcome.Done), found));
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task In_a_condition_it_is_an_error_and_what_was_done_before_stays(string form)
    {
        using CrudOn<MomentContext> moments = new("postgresql", form, postgres);
        moments.Given(new Moment { At = Noon }, new Height { Metres = 1 });
        DateTime local = DateTime.SpecifyKind(Noon, DateTimeKind.Unspecified);
        using IDbContextTransaction transaction = moments.Context.Database.BeginTransaction();

        Result<int> done = await DeleteAsync<Height>(moments, height => height.Metres == 1);
        Result<int> refused = await DeleteAsync<Moment>(moments, moment => moment.At == local);
        Result<Moment> read = await moments.CallAsync(
            crud => crud.Detail<Moment>(moment => moment.At == local),
            (crud, token) => crud.DetailAsync<Moment>(moment => moment.At == local, token));
        transaction.Commit();

        Assert.Equal((Outcome.Done, 1), (done.Outcome, done.Value));
        Assert.Equal((Outcome.Invalid, Outcome.Invalid), (refused.Outcome, read.Outcome));
        Assert.Equal((1, 0), moments.Stored(context => (context.Set<Moment>().Count(), context.Set<Height>().Count())));
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task What_is_no_number_is_not_found(string database, string form)
    {
        using CrudOn<MomentContext> moments = new(database, form, postgres);
        moments.Given(new Height { Metres = 1 });

        double nothing = double.NaN;
        Result<int> refused = await DeleteAsync<Height>(moments, height => height.Metres == nothing);
        Result<Height> none = await ReadAsync<Height>(moments, Key.Of(double.NaN));
        Result<Height> one = await ReadAsync<Height>(moments, Key.Of(1.0));

        Assert.Equal((Outcome.NotFound, Outcome.Done), (none.Outcome, one.Outcome));
        Assert.Equal(database == "sqlite" ? Outcome.Invalid : Outcome.Done, refused.Outcome);
    }

    private static Task<Result<int>> DeleteAsync<T>(CrudOn<MomentContext> moments, Expression<Func<T, bool>> where)
        where T : class =>
        moments.CallAsync(crud => crud.DeleteWhere(where), (crud, token) => crud.DeleteWhereAsync(where, token));

    private static async Task<(Outcome Found, Outcome Deleted)> FindAndDeleteAsync<T>(
        CrudOn<MomentContext> moments, DateTime time)
        where T : class
    {
        Key key = Key.Of(time);
        Result<T> found = await ReadAsync<T>(moments, key);
        Result<T> deleted = await moments.CallAsync(
            crud => crud.Delete<T>(key), (crud, token) => crud.DeleteAsync<T>(key, cancellationToken: token));
        return (found.Outcome, deleted.Outcome);
    }

    private static Task<Result<T>> ReadAsync<T>(CrudOn<MomentContext> moments, Key key)
        where T : class =>
        moments.CallAsync(crud => crud.Detail<T>(key), (crud, token) => crud.DetailAsync<T>(key, token));

    public sealed class MomentContext(DbContextOptions<MomentContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Moment>().HasKey(moment => moment.At);
            modelBuilder.Entity<LocalMoment>().HasKey(moment => moment.At);
            modelBuilder.Entity<Height>().HasKey(height => height.Metres);
            if (Database.IsNpgsql())
                modelBuilder.Entity<LocalMoment>().Property(moment => moment.At).HasColumnType("timestamp without time zone");
        }
    }

    public sealed class Moment
    {
        public DateTime At { get; set; }
    }

    public sealed class LocalMoment
    {
        public DateTime At { get; set; }
    }

    public sealed class Height
    {
        public double Metres { get; set; }
    }
}
