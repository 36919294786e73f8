using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A row that a context has known for long, and of which somebody else has changed or removed since what it owns in other
/// tables, at any depth.</summary>
[Trait("Judges", "behaviour")]
public sealed class OwnedRelationTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    /// <summary>A query for each item would be seen by their number.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task It_asks_as_often_for_many_items_as_for_one(string database, string form)
    {
        Assert.Equal(await CommandsAsync(1), await CommandsAsync(20));

        async Task<int> CommandsAsync(int rooms)
        {
            Counter counter = new();
            using CrudOn<HouseContext> houses = new(
                database, form, postgres, options: options => options.AddInterceptors(counter));
            houses.Given(NewHouse([.. Enumerable.Range(0, rooms).Select(_ => NewRoom())]));
            houses.Context.Set<House>().Load();
            int before = counter.Commands;
            Result<House> updated = await RenameAsync(houses, "b");
            Assert.True(updated.IsDone, $"{updated}");
            return counter.Commands - before;
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_others_wrote_into_what_an_owned_item_owns_stays(string database, string form)
    {
        using CrudOn<HouseContext> houses = new(database, form, postgres);
        House known = Known(houses);
        Elsewhere(houses, house =>
        {
            Chair low = Low(house);
            (low.Colour, low.Legs) = ("blue", 3);
            if (house.Note is { } note)
                note.Text = "new";
        });

        Result<House> updated = await PaintAsync(houses, "red");

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal("a new [red 3 red 5]", houses.Stored(Told));
        Assert.Equal("a new [red 3 red 5]", Told(known));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_has_gone_in_it_is_no_conflict_and_is_gone_in_memory_too(string database, string form)
    {
        using CrudOn<HouseContext> houses = new(database, form, postgres);
        House known = Known(houses);
        Elsewhere(houses, RemoveLow);

        Result<House> updated = await PaintAsync(houses, "blue");

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal("a old [blue 5]", houses.Stored(Told));
        Assert.Equal("a old [blue 5]", Told(known));
        Assert.Equal(0, houses.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_item_that_has_gone_with_all_that_it_owned_is_gone_in_memory_too(string database, string form)
    {
        using CrudOn<HouseContext> houses = new(database, form, postgres);
        House known = Known(houses);
        Elsewhere(houses, house => house.Rooms.Clear());

        Result<House> updated = await PaintAsync(houses, "blue");

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal(("a old ", "a old "), (houses.Stored(Told), Told(known)));
        Assert.Equal(2, houses.Context.ChangeTracker.Entries().Count());
    }

    /// <summary>To write it again would undo what somebody else did, unseen.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_single_value_that_has_gone_does_not_come_back_unless_a_form_sets_it(
        string database, string form)
    {
        using CrudOn<HouseContext> houses = new(database, form, postgres);
        House known = Known(houses);
        Elsewhere(houses, house => house.Note = null);

        Result<House> renamed = await RenameAsync(houses, "b");
        (string, string) afterName = (houses.Stored(Told), Told(known));
        Result<House> noted = await houses.CallAsync(
            crud => crud.Update<House, NoteForm>(1, new("mine")),
            (crud, token) => crud.UpdateAsync<House, NoteForm>(1, new("mine"), token));

        Assert.True(renamed.IsDone && noted.IsDone, $"{renamed} {noted} {noted.Cause}");
        Assert.Equal(("b  [red 4 red 5]", "b  [red 4 red 5]"), afterName);
        Assert.Equal(("b mine [red 4 red 5]", "b mine [red 4 red 5]"), (houses.Stored(Told), Told(known)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_deleted_where_what_an_item_owned_has_gone(string database, string form)
    {
        using CrudOn<HouseContext> houses = new(database, form, postgres);
        Known(houses);
        Elsewhere(houses, house =>
        {
            RemoveLow(house);
            house.Note = null;
        });

        Result<House> deleted = await houses.CallAsync(
            crud => crud.Delete<House>(1), (crud, token) => crud.DeleteAsync<House>(1, cancellationToken: token));

        Assert.True(deleted.IsDone, $"{deleted} {deleted.Cause}");
        Assert.Empty(houses.Context.ChangeTracker.Entries());
        Assert.Equal(0, houses.Stored(other => other.Set<House>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_caller_has_changed_in_an_item_that_has_gone_is_a_conflict_and_stays(
        string database, string form)
    {
        using CrudOn<HouseContext> houses = new(database, form, postgres);
        House known = Known(houses);
        Low(known).Colour = "mine";
        Elsewhere(houses, RemoveLow);

        Result<House> late = await RenameAsync(houses, "b");

        Assert.Equal(Outcome.Conflict, late.Outcome);
        Assert.Equal("a old [mine 4 red 5]", Told(known));
        Assert.Equal("a old [red 5]", houses.Stored(Told));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_call_leaves_what_the_context_knew_of_all_of_it(string database, string form)
    {
        using CrudOn<HouseContext> houses = new(database, form, postgres);
        House known = Known(houses);
        Elsewhere(houses, house =>
        {
            RemoveLow(house);
            house.Rooms[0].Chairs[0].Legs = 3;
            house.Note = null;
        });

        Result<House> refused = await RenameAsync(houses, "b\0");

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal("a old [red 4 red 5]", Told(known));
        Assert.All(
            houses.Context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(5, houses.Context.ChangeTracker.Entries().Count());
        Assert.Equal(0, houses.Context.SaveChanges());
    }

    private static Task<Result<House>> RenameAsync(CrudOn<HouseContext> houses, string name) => houses.CallAsync(
        crud => crud.Update<House, NameForm>(1, new(name)),
        (crud, token) => crud.UpdateAsync<House, NameForm>(1, new(name), token));

    private static Task<Result<House>> PaintAsync(CrudOn<HouseContext> houses, string colour) => houses.CallAsync(
        crud => crud.Update<House, PaintForm>(1, new(colour)),
        (crud, token) => crud.UpdateAsync<House, PaintForm>(1, new(colour), token));

    private static House Known(CrudOn<HouseContext> houses)
    {
        houses.Given(NewHouse([NewRoom()]));
        return houses.Context.Set<House>().Single();
    }

    private static void Elsewhere(CrudOn<HouseContext> houses, Action<House> change) => houses.Stored(other =>
    {
        change(other.Set<House>().Single());
        return other.SaveChanges();
    });

    private static House NewHouse(List<Room> rooms) =>
        new() { Id = 1, Name = "a", Note = new() { Text = "old" }, Rooms = rooms };

    private static Room NewRoom() =>
        new() { Chairs = [new() { Colour = "red", Legs = 4 }, new() { Colour = "red", Legs = 5 }] };

    /// <summary>A table gives its rows in any order.</summary>
    private static Chair Low(House house) => house.Rooms[0].Chairs.Single(chair => chair.Legs == 4);

    private static void RemoveLow(House house) => house.Rooms[0].Chairs.Remove(Low(house));

    private static string Told(HouseContext context) => Told(context.Set<House>().Single());

    private static string Told(House house)
    {
        IEnumerable<string> rooms = house.Rooms.Select(room => room.Chairs
            .Select(chair => $"{chair.Colour} {chair.Legs}")
            .Order(StringComparer.Ordinal))
            .Select(chairs => $"[{string.Join(' ', chairs)}]");
        return $"{house.Name} {house.Note?.Text} {string.Join(' ', rooms)}";
    }

    public sealed class HouseContext(DbContextOptions<HouseContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<House>(house =>
        {
            house.OwnsOne(row => row.Note, note => note.ToTable("Notes"));
            house.OwnsMany(row => row.Rooms, room =>
            {
                room.Property<int>("Id");
                room.HasKey("Id");
                room.OwnsMany(row => row.Chairs, chair =>
                {
                    chair.Property<int>("Id");
                    chair.HasKey("Id");
                });
            });
        });
    }

    public sealed class House
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Note? Note { get; set; }

        public List<Room> Rooms { get; set; } = [];
    }

    public sealed class Note
    {
        public string Text { get; set; } = "";
    }

    public sealed class Room
    {
        public string Use { get; set; } = "";

        public List<Chair> Chairs { get; set; } = [];
    }

    public sealed class Chair
    {
        public string Colour { get; set; } = "";

        public int Legs { get; set; }
    }

    public sealed record NameForm(string Name) : ICopiesTo<House>
    {
        public void CopyTo(House entity) => entity.Name = Name;
    }

    public sealed record PaintForm(string Colour) : ICopiesTo<House>
    {
        public void CopyTo(House entity)
        {
            foreach (Chair chair in entity.Rooms.SelectMany(room => room.Chairs))
                chair.Colour = Colour;
        }
    }

    public sealed record NoteForm(string Text) : ICopiesTo<House>
    {
        public void CopyTo(House entity) => entity.Note = new Note { Text = Text };
    }

    private sealed class Counter : DbCommandInterceptor
    {
        public int Commands { get; private set; }

        public override InterceptionResult<DbDataReader> ReaderExecuting(
            DbCommand command, CommandEventData eventData, InterceptionResult<DbDataReader> result)
        {
            Commands++;
            return result;
        }

        public override ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(
            DbCommand command,
            CommandEventData eventData,
            InterceptionResult<DbDataReader> result,
            CancellationToken cancellationToken = default)
        {
            Commands++;
            return ValueTask.FromResult(result);
        }
    }
}
