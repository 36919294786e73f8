using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A row with a token that a context has known for long, and that somebody else has changed since: a call that says
/// nothing of a version means the row as it is now, and what it is compared with is not what the context met once.</summary>
[Trait("Judges", "behaviour")]
public sealed class StaleTokenTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_form_without_a_token_is_written_into_the_row_as_it_is_now(string database, string form)
    {
        using CrudOn<DeskContext> desks = new(database, form, postgres);
        Desk known = Known(desks);

        Result<Desk> updated = await desks.CallAsync(
            crud => crud.Update<Desk, RoomForm>(1, new("b")),
            (crud, token) => crud.UpdateAsync<Desk, RoomForm>(1, new("b"), token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(("b 2 3", "b 2 3"), (Told(known), desks.Stored(Told)));
        Assert.Equal(0, desks.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_entity_that_cannot_tell_its_token_is_written_into_the_row_as_it_is_now(string database, string form)
    {
        using CrudOn<DeskContext> desks = new(database, form, postgres);
        desks.Given(new Lamp { Id = 1, Colour = "red" });
        Lamp known = desks.Context.Set<Lamp>().Single();
        desks.Stored(other => other.Set<Lamp>().ExecuteUpdate(set => set.SetProperty(row => EF.Property<int>(row, "Round"), 7)));

        Result<Lamp> updated = await desks.CallAsync(
            crud => crud.Update(new Lamp { Id = 1, Colour = "blue" }),
            (crud, token) => crud.UpdateAsync(new Lamp { Id = 1, Colour = "blue" }, token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(("blue", "blue"), (known.Colour, desks.Stored(other => other.Set<Lamp>().Single().Colour)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_token_inside_a_complex_value_is_what_the_user_saw(string database, string form)
    {
        using CrudOn<DeskContext> safes = new(database, form, postgres);
        safes.Given(new Safe { Id = 1, Content = "a", Seal = new() { Number = 1 } });
        Safe known = safes.Context.Set<Safe>().Single();
        safes.Stored(other => other.Set<Safe>()
            .ExecuteUpdate(set => set.SetProperty(row => row.Content, "b").SetProperty(row => row.Seal.Number, 2)));

        Result<Safe> late = await UpdateAsync(1);
        (string, int) afterLate = (known.Content, known.Seal.Number);
        safes.Context.ChangeTracker.Clear();
        Result<Safe> lateAnew = await UpdateAsync(1);
        string afterBoth = safes.Stored(other => other.Set<Safe>().Single().Content);
        Result<Safe> seen = await UpdateAsync(2);

        Assert.Equal((Outcome.Conflict, Outcome.Conflict), (late.Outcome, lateAnew.Outcome));
        Assert.Equal((("a", 1), "b"), (afterLate, afterBoth));
        Assert.True(seen.IsDone, $"{seen}");
        Assert.Equal("c", safes.Stored(other => other.Set<Safe>().Single().Content));

        Task<Result<Safe>> UpdateAsync(int number) => safes.CallAsync(
            crud => crud.Update(NewSafe(number)), (crud, token) => crud.UpdateAsync(NewSafe(number), token));

        static Safe NewSafe(int number) => new() { Id = 1, Content = "c", Seal = new() { Number = number } };
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_deletion_is_of_the_row_as_it_is_now(string database, string form)
    {
        using CrudOn<DeskContext> desks = new(database, form, postgres);
        Known(desks);

        Result<Desk> deleted = await desks.CallAsync(
            crud => crud.Delete<Desk>(1), (crud, token) => crud.DeleteAsync<Desk>(1, cancellationToken: token));

        Assert.True(deleted.IsDone, $"{deleted}");
        Assert.Empty(desks.Context.ChangeTracker.Entries());
        Assert.Equal(0, desks.Stored(other => other.Set<Desk>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_is_asked_before_a_deletion_is_the_version_that_is_deleted(string database, string form)
    {
        using CrudOn<DeskContext> desks = new(database, form, postgres);
        Desk known = Known(desks);
        IReadOnlyList<CrudError> Refuse(Desk desk) => desk.Drawers == 2 ? [new CrudError("", "It is full.")] : [];

        Result<Desk> refused = await desks.CallAsync(
            crud => crud.Delete<Desk>(1, (_, desk) => Refuse(desk)),
            (crud, token) => crud.DeleteAsync<Desk>(1, (_, desk, _) => Task.FromResult(Refuse(desk)), token));

        Assert.Equal("It is full.", refused.Message);
        Assert.Equal("a 1 1", Told(known));
        Assert.Equal(0, desks.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task After_a_conflict_nothing_is_compared_with_the_version_that_has_gone(string database, string form)
    {
        using CrudOn<DeskContext> desks = new(database, form, postgres);
        Known(desks);

        Result<Desk> late = await UpdateAsync(new("late", 1));
        Result<Desk> anew = await UpdateAsync(new("anew", 2));

        Assert.Equal((Outcome.Conflict, 2), (late.Outcome, late.Current?["Drawers"]));
        Assert.True(anew.IsDone, $"{anew}");
        Assert.Equal("anew 2 3", desks.Stored(Told));

        Task<Result<Desk>> UpdateAsync(VersionForm given) => desks.CallAsync(
            crud => crud.Update<Desk, VersionForm>(1, given),
            (crud, token) => crud.UpdateAsync<Desk, VersionForm>(1, given, token));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_caller_has_not_saved_yet_is_not_saved_over_another_version(string database, string form)
    {
        using CrudOn<DeskContext> desks = new(database, form, postgres);
        Desk known = Known(desks);
        known.Drawers = 9;

        Result<Desk> late = await desks.CallAsync(
            crud => crud.Update<Desk, RoomForm>(1, new("b")),
            (crud, token) => crud.UpdateAsync<Desk, RoomForm>(1, new("b"), token));
        Result<Desk> seen = await desks.CallAsync(
            crud => crud.Update<Desk, VersionForm>(1, new("b", 2)),
            (crud, token) => crud.UpdateAsync<Desk, VersionForm>(1, new("b", 2), token));

        Assert.Equal((Outcome.Conflict, Outcome.Conflict), (late.Outcome, seen.Outcome));
        Assert.Equal(("a 9 1", "a 2 2"), (Told(known), desks.Stored(Told)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_he_has_not_saved_yet_of_what_a_row_owns_is_not_either(string database, string form)
    {
        await AssertKeptAsync(chest => chest.Bolt.Kind = "mine", "mine 1");
        await AssertKeptAsync(chest => chest.Trays.Clear(), "old 0");

        async Task AssertKeptAsync(Action<Chest> change, string pending)
        {
            using CrudOn<DeskContext> chests = new(database, form, postgres);
            chests.Given(new Chest { Id = 1, Version = 1, Bolt = new() { Kind = "old" }, Trays = [new()] });
            Chest known = chests.Context.Set<Chest>().Single();
            change(known);
            chests.Stored(other =>
            {
                Chest chest = other.Set<Chest>().Single();
                (chest.Bolt.Kind, chest.Version) = ("new", 2);
                return other.SaveChanges();
            });

            Result<Chest> late = await chests.CallAsync(
                crud => crud.Update<Chest, NameForm>(1, new("b")),
                (crud, token) => crud.UpdateAsync<Chest, NameForm>(1, new("b"), token));

            Assert.Equal(Outcome.Conflict, late.Outcome);
            Assert.Equal(
                (pending, "new 1"), (Told(known), chests.Stored(other => Told(other.Set<Chest>().Single()))));
        }
    }

    /// <summary>In its first version, where the database has the second.</summary>
    private static Desk Known(CrudOn<DeskContext> desks)
    {
        desks.Given(new Desk { Id = 1, Room = "a", Drawers = 1, Version = 1 });
        Desk known = desks.Context.Set<Desk>().Single();
        desks.Stored(other => other.Set<Desk>()
            .ExecuteUpdate(set => set.SetProperty(row => row.Drawers, 2).SetProperty(row => row.Version, 2)));
        return known;
    }

    private static string Told(DeskContext context) => Told(context.Set<Desk>().Single());

    private static string Told(Chest chest) => $"{chest.Bolt.Kind} {chest.Trays.Count}";

    private static string Told(Desk desk) => $"{desk.Room} {desk.Drawers} {desk.Version}";

    public sealed class DeskContext(DbContextOptions<DeskContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Desk>().Property(row => row.Version).IsConcurrencyToken();
            modelBuilder.Entity<Lamp>().Property<int>("Round").IsConcurrencyToken();
            modelBuilder.Entity<Safe>().ComplexProperty(row => row.Seal).Property(seal => seal.Number).IsConcurrencyToken();
            modelBuilder.Entity<Chest>(chest =>
            {
                chest.Property(row => row.Version).IsConcurrencyToken();
                chest.OwnsOne(row => row.Bolt);
                chest.OwnsMany(row => row.Trays, tray =>
                {
                    tray.Property<int>("Id");
                    tray.HasKey("Id");
                });
            });
        }
    }

    public sealed class Desk
    {
        public int Id { get; set; }

        public string Room { get; set; } = "";

        public int Drawers { get; set; }

        public int Version { get; set; }
    }

    public sealed class Lamp
    {
        public int Id { get; set; }

        public string Colour { get; set; } = "";
    }

    public sealed class Safe
    {
        public int Id { get; set; }

        public string Content { get; set; } = "";

        public Seal Seal { get; set; } = new();
    }

    public sealed class Seal
    {
        public int Number { get; set; }
    }

    public sealed class Chest
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Version { get; set; }

        public Bolt Bolt { get; set; } = new();

        public List<Tray> Trays { get; set; } = [];
    }

    public sealed class Bolt
    {
        public string Kind { get; set; } = "";
    }

    public sealed class Tray
    {
        public int Size { get; set; }
    }

    public sealed record NameForm(string Name) : ICopiesTo<Chest>
    {
        public void CopyTo(Chest entity) => entity.Name = Name;
    }

    public sealed record RoomForm(string Room) : ICopiesTo<Desk>
    {
        public void CopyTo(Desk entity) => entity.Room = Room;
    }

    public sealed record VersionForm(string Room, int Version) : ICopiesTo<Desk>
    {
        public void CopyTo(Desk entity) => entity.Room = Room;
    }
}
