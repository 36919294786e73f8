using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Wares;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>After a call that failed, complex values that may be null are there or not as before it, are the same objects, and are in no
/// later save.</summary>
[Trait("Judges", "behaviour")]
public sealed class NullableUndoTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_refused_call_did_to_them_is_undone(string database, string form)
    {
        using CrudOn<ColumnCabins> cabins = new(database, form, postgres);

        await RefuseEachAsync(cabins);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task It_is_in_JSON_too(string database, string form)
    {
        using CrudOn<JsonCabins> cabins = new(database, form, postgres);

        await RefuseEachAsync(cabins);
    }

    /// <summary>Before EF Core has looked for changes: it does so itself in the next save.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_did_to_them_before_it_broke_is_undone(string database, string form)
    {
        using CrudOn<ColumnCabins> cabins = new(database, form, postgres);
        foreach (var (tried, known) in Known(cabins))
        {
            string told = $"{known}";
            object?[] parts = known.Parts();

            await Assert.ThrowsAsync<NotSupportedException>(
                () => UpdateAsync(cabins, known.Id, "b", cabin =>
                {
                    tried.Change(cabin);
                    throw new NotSupportedException("A bug.");
                }));

            AssertUndone(cabins, tried, known, told, parts);
        }
    }

    /// <summary>EF Core puts original values back on the way, and there must be a place for them.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_the_caller_had_done_to_them_and_not_saved_stays(string database, string form)
    {
        foreach (bool detects in (bool[])[true, false])
        {
            using CrudOn<ColumnCabins> cabins = new(database, form, postgres);
            foreach (var (pending, known) in Known(cabins))
            {
                cabins.Context.ChangeTracker.AutoDetectChangesEnabled = detects;
                pending.Change(known);
                string told = $"{known}";
                object?[] parts = known.Parts();

                Result<Cabin> refused = await UpdateAsync(cabins, known.Id, "x\0", CabinChange.Overturn);

                string tried = $"{pending.Name}, {(detects ? "detected" : "not detected")}";
                Assert.Equal((tried, Outcome.Invalid, told), (tried, refused.Outcome, $"{known}"));
                Assert.True(parts.SequenceEqual(known.Parts()), tried);
                cabins.Context.ChangeTracker.DetectChanges();
                cabins.Context.SaveChanges();
                Assert.Equal((tried, told), (tried, cabins.Stored(other => $"{other.Set<Cabin>().Find(known.Id)}")));
            }
        }
    }

    /// <summary>All columns of a value that is set are written, those too that have what a number has without one.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_save_that_is_tried_again_saves_them_as_the_call_left_them(string database, string form)
    {
        Contention contention = new();
        using CrudOn<ColumnCabins> cabins = new(
            database, form, postgres, options: options => options.AddInterceptors(contention, new Idle()));
        foreach (var (tried, known) in Known(cabins))
        {
            contention.Arm(passing: 0, times: 1);

            Result<Cabin> saved = await UpdateAsync(cabins, known.Id, "b", tried.Change);

            Cabin expected = tried.Begun(known.Id);
            tried.Change(expected);
            expected.Name = "b";
            Assert.True(saved.IsDone, $"{tried.Name} {saved} {saved.Cause}");
            Assert.Equal(0, contention.Left);
            Assert.Equal(
                (tried.Name, $"{expected}", $"{expected}"),
                (tried.Name, $"{known}", cabins.Stored(other => $"{other.Set<Cabin>().Find(known.Id)}")));
            Assert.Equal((tried.Name, 0), (tried.Name, cabins.Context.SaveChanges()));
        }
    }

    /// <summary>EF Core has taken what was saved for stored. Whether one inside another was there it tells nobody.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_was_saved_and_rolled_back_is_undone(string database, string form)
    {
        CabinChange[] changes =
        [
            new("none to set", IsSet: false, cabin => cabin.Bunk = new() { Maker = "n", Length = 2 }),
            new("set to none", IsSet: true, cabin => cabin.Bunk = null),
        ];
        foreach (CabinChange tried in changes)
        {
            using CrudOn<LateCabins> cabins = new(database, form, postgres);
            Cabin given = new() { Id = 1, Name = "a", Bunk = tried.IsSet ? new() { Maker = "m", Length = 1 } : null };
            cabins.Given(given);
            Cabin known = cabins.Context.Set<Cabin>().Single();
            string told = $"{known}";
            object?[] parts = known.Parts();
            using IDbContextTransaction transaction = cabins.Context.Database.BeginTransaction();
            cabins.Context.Later = () => throw new DbUpdateException("The second database is busy.", new Deadlock());

            Result<Cabin> refused = await UpdateAsync(cabins, 1, "b", tried.Change);
            cabins.Context.Later = null;
            transaction.Commit();

            Assert.Equal((tried.Name, Outcome.Unavailable, false), (tried.Name, refused.Outcome, refused.MayBeSaved));
            AssertUndone(cabins, tried, known, told, parts);
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_struct_that_may_be_null_is_as_before_too(string database, string form)
    {
        foreach (Scale? before in (Scale?[])[null, new Scale { Low = 1, High = 2 }])
        {
            foreach (Scale? after in (Scale?[])[null, new Scale { Low = 3, High = 4 }])
            {
                using CrudOn<GaugeContext> gauges = new(database, form, postgres);
                gauges.Given(new Gauge { Id = 1, Name = "a", Scale = before, Dial = new Dial { Face = 5 } });
                Gauge known = gauges.Context.Set<Gauge>().Single();

                Result<Gauge> refused = await gauges.CallAsync(
                    crud => crud.Update<Gauge, GaugeForm>(1, new(after)),
                    (crud, token) => crud.UpdateAsync<Gauge, GaugeForm>(1, new(after), token));

                Assert.Equal(Outcome.Invalid, refused.Outcome);
                Assert.Equal((before, 5, "a"), (known.Scale, known.Dial.Face, known.Name));
                Assert.Equal(EntityState.Unchanged, gauges.Context.Entry(known).State);
                Assert.Equal(0, gauges.Context.SaveChanges());
            }
        }
    }

    private static async Task RefuseEachAsync<TContext>(CrudOn<TContext> cabins)
        where TContext : DbContext
    {
        foreach (var (tried, known) in Known(cabins))
        {
            string told = $"{known}";
            object?[] parts = known.Parts();

            Result<Cabin> refused = await UpdateAsync(cabins, known.Id, "x\0", tried.Change);
            Assert.Equal((tried.Name, Outcome.Invalid), (tried.Name, refused.Outcome));
            AssertUndone(cabins, tried, known, told, parts);

            Result<Cabin> saved = await UpdateAsync(cabins, known.Id, "b", _ => { });
            Assert.True(saved.IsDone, $"{tried.Name} {saved} {saved.Cause}");
            Assert.Equal((tried.Name, $"{known}"), (tried.Name, cabins.Stored(other => $"{other.Set<Cabin>().Find(known.Id)}")));
        }
    }

    /// <summary>A row for each change, all of which the context has read.</summary>
    private static List<(CabinChange Change, Cabin Known)> Known<TContext>(CrudOn<TContext> cabins)
        where TContext : DbContext
    {
        cabins.Given([.. CabinChange.Rows()]);
        return [.. CabinChange.All.Zip(cabins.Context.Set<Cabin>().OrderBy(cabin => cabin.Id).ToList())];
    }

    private static void AssertUndone<TContext>(
        CrudOn<TContext> cabins, CabinChange tried, Cabin known, string told, object?[] parts)
        where TContext : DbContext
    {
        Assert.Equal((tried.Name, told), (tried.Name, $"{known}"));
        Assert.True(parts.SequenceEqual(known.Parts()), tried.Name);
        Assert.All(
            cabins.Context.ChangeTracker.Entries(),
            entry => Assert.Equal((tried.Name, EntityState.Unchanged), (tried.Name, entry.State)));
        Assert.Equal((tried.Name, 0), (tried.Name, cabins.Context.SaveChanges()));
        Assert.Equal((tried.Name, told), (tried.Name, cabins.Stored(other => $"{other.Set<Cabin>().Find(known.Id)}")));
    }

    private static Task<Result<Cabin>> UpdateAsync<TContext>(
        CrudOn<TContext> cabins, int id, string name, Action<Cabin> change)
        where TContext : DbContext => cabins.CallAsync(
            crud => crud.Update<Cabin, CabinForm>(id, new(name, change)),
            (crud, token) => crud.UpdateAsync<Cabin, CabinForm>(id, new(name, change), token));

    public sealed class GaugeContext(DbContextOptions<GaugeContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Gauge>(gauge =>
        {
            gauge.ComplexProperty(row => row.Scale);
            gauge.ComplexProperty(row => row.Dial);
        });
    }

    public sealed class Gauge
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Scale? Scale { get; set; }

        public Dial Dial { get; set; }
    }

    public record struct Scale
    {
        public int Low { get; set; }

        public int High { get; set; }
    }

    public record struct Dial
    {
        public int Face { get; set; }
    }

    /// <summary>No row can have its name.</summary>
    public sealed record GaugeForm(Scale? Scale) : ICopiesTo<Gauge>
    {
        public void CopyTo(Gauge entity) =>
            (entity.Name, entity.Scale, entity.Dial) = ("x\0", Scale, new Dial { Face = 6 });
    }
}
