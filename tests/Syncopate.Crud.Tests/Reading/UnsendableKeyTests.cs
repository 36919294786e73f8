using Microsoft.EntityFrameworkCore;
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

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task What_is_no_number_is_not_found(string database, string form)
    {
        using CrudOn<MomentContext> moments = new(database, form, postgres);
        moments.Given(new Height { Metres = 1 });

        Result<Height> none = await ReadAsync<Height>(moments, Key.Of(double.NaN));
        Result<Height> one = await ReadAsync<Height>(moments, Key.Of(1.0));

        Assert.Equal((Outcome.NotFound, Outcome.Done), (none.Outcome, one.Outcome));
    }

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
