using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Owned;

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
            CommandCounter counter = new();
            using CrudOn<VillaContext> villas = new(
                database, form, postgres, options: options => options.AddInterceptors(counter));
            villas.Given(NewVilla([.. Enumerable.Range(0, rooms).Select(_ => NewRoom())]));
            villas.Context.Set<Villa>().Load();
            int before = counter.Commands;
            Result<Villa> updated = await RenameAsync(villas, "b");
            Assert.True(updated.IsDone, $"{updated}");
            return counter.Commands - before;
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_others_wrote_into_what_an_owned_item_owns_stays(string database, string form)
    {
        using CrudOn<VillaContext> villas = new(database, form, postgres);
        Villa known = Known(villas);
        Elsewhere(villas, villa =>
        {
            Chair low = Low(villa);
            (low.Colour, low.Legs) = ("blue", 3);
            if (villa.Note is { } note)
                note.Text = "new";
        });

        Result<Villa> updated = await PaintAsync(villas, "red");

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal("a new [red 3 red 5]", villas.Stored(Told));
        Assert.Equal("a new [red 3 red 5]", Told(known));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_has_gone_in_it_is_no_conflict_and_is_gone_in_memory_too(string database, string form)
    {
        using CrudOn<VillaContext> villas = new(database, form, postgres);
        Villa known = Known(villas);
        Elsewhere(villas, RemoveLow);

        Result<Villa> updated = await PaintAsync(villas, "blue");

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal("a old [blue 5]", villas.Stored(Told));
        Assert.Equal("a old [blue 5]", Told(known));
        Assert.Equal(0, villas.Context.SaveChanges());
    }

    /// <summary>It lies in the row of an item, and comes by a query of its own.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_single_value_of_an_item_is_read_anew_and_is_gone_where_it_has(string database, string form)
    {
        using CrudOn<VillaContext> villas = new(database, form, postgres);
        Room room = NewRoom();
        room.Lamp = new() { Colour = "red", Watts = 1 };
        villas.Given(NewVilla([room]));
        Villa known = villas.Context.Set<Villa>().Single();
        Elsewhere(villas, villa => villa.Rooms[0].Lamp = new() { Colour = "blue", Watts = 2 });

        Result<Villa> lit = await villas.CallAsync(
            crud => crud.Update<Villa, LampForm>(1, new("red")),
            (crud, token) => crud.UpdateAsync<Villa, LampForm>(1, new("red"), token));
        (string, string) afterLit = (villas.Stored(ToldLamp), ToldLamp(known));
        Elsewhere(villas, villa => villa.Rooms[0].Lamp = null);
        Result<Villa> renamed = await RenameAsync(villas, "b");

        Assert.True(lit.IsDone && renamed.IsDone, $"{lit} {lit.Cause} {renamed} {renamed.Cause}");
        Assert.Equal(("red 2", "red 2"), afterLit);
        Assert.Equal((" ", " "), (villas.Stored(ToldLamp), ToldLamp(known)));
        Assert.Equal(0, villas.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_item_that_has_gone_with_all_that_it_owned_is_gone_in_memory_too(string database, string form)
    {
        using CrudOn<VillaContext> villas = new(database, form, postgres);
        Villa known = Known(villas);
        Elsewhere(villas, villa => villa.Rooms.Clear());

        Result<Villa> updated = await PaintAsync(villas, "blue");

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal(("a old ", "a old "), (villas.Stored(Told), Told(known)));
        Assert.Equal(2, villas.Context.ChangeTracker.Entries().Count());
    }

    /// <summary>To write it again would undo what somebody else did, unseen.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_single_value_that_has_gone_does_not_come_back_unless_a_form_sets_it(
        string database, string form)
    {
        using CrudOn<VillaContext> villas = new(database, form, postgres);
        Villa known = Known(villas);
        Elsewhere(villas, villa => villa.Note = null);

        Result<Villa> renamed = await RenameAsync(villas, "b");
        (string, string) afterName = (villas.Stored(Told), Told(known));
        Result<Villa> noted = await villas.CallAsync(
            crud => crud.Update<Villa, NoteForm>(1, new("mine")),
            (crud, token) => crud.UpdateAsync<Villa, NoteForm>(1, new("mine"), token));

        Assert.True(renamed.IsDone && noted.IsDone, $"{renamed} {noted} {noted.Cause}");
        Assert.Equal(("b  [red 4 red 5]", "b  [red 4 red 5]"), afterName);
        Assert.Equal(("b mine [red 4 red 5]", "b mine [red 4 red 5]"), (villas.Stored(Told), Told(known)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_deleted_where_what_an_item_owned_has_gone(string database, string form)
    {
        using CrudOn<VillaContext> villas = new(database, form, postgres);
        Known(villas);
        Elsewhere(villas, villa =>
        {
            RemoveLow(villa);
            villa.Note = null;
        });

        Result<Villa> deleted = await villas.CallAsync(
            crud => crud.Delete<Villa>(1), (crud, token) => crud.DeleteAsync<Villa>(1, cancellationToken: token));

        Assert.True(deleted.IsDone, $"{deleted} {deleted.Cause}");
        Assert.Empty(villas.Context.ChangeTracker.Entries());
        Assert.Equal(0, villas.Stored(other => other.Set<Villa>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_caller_has_changed_in_an_item_that_has_gone_is_a_conflict_and_stays(
        string database, string form)
    {
        using CrudOn<VillaContext> villas = new(database, form, postgres);
        Villa known = Known(villas);
        Low(known).Colour = "mine";
        Elsewhere(villas, RemoveLow);

        Result<Villa> late = await RenameAsync(villas, "b");

        Assert.Equal(Outcome.Conflict, late.Outcome);
        Assert.Equal("a old [mine 4 red 5]", Told(known));
        Assert.Equal("a old [red 5]", villas.Stored(Told));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_call_leaves_what_the_context_knew_of_all_of_it(string database, string form)
    {
        using CrudOn<VillaContext> villas = new(database, form, postgres);
        Villa known = Known(villas);
        Elsewhere(villas, villa =>
        {
            RemoveLow(villa);
            villa.Rooms[0].Chairs[0].Legs = 3;
            villa.Note = null;
        });

        Result<Villa> refused = await RenameAsync(villas, "b\0");

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal("a old [red 4 red 5]", Told(known));
        Assert.All(
            villas.Context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(5, villas.Context.ChangeTracker.Entries().Count());
        Assert.Equal(0, villas.Context.SaveChanges());
    }

    private static Task<Result<Villa>> RenameAsync(CrudOn<VillaContext> villas, string name) => villas.CallAsync(
        crud => crud.Update<Villa, NameForm>(1, new(name)),
        (crud, token) => crud.UpdateAsync<Villa, NameForm>(1, new(name), token));

    private static Task<Result<Villa>> PaintAsync(CrudOn<VillaContext> villas, string colour) => villas.CallAsync(
        crud => crud.Update<Villa, PaintForm>(1, new(colour)),
        (crud, token) => crud.UpdateAsync<Villa, PaintForm>(1, new(colour), token));

    private static Villa Known(CrudOn<VillaContext> villas)
    {
        villas.Given(NewVilla([NewRoom()]));
        return villas.Context.Set<Villa>().Single();
    }

    private static void Elsewhere(CrudOn<VillaContext> villas, Action<Villa> change) => villas.Stored(other =>
    {
        change(other.Set<Villa>().Single());
        return other.SaveChanges();
    });

    private static Villa NewVilla(List<Room> rooms) =>
        new() { Id = 1, Name = "a", Note = new() { Text = "old" }, Rooms = rooms };

    private static Room NewRoom() =>
        new() { Chairs = [new() { Colour = "red", Legs = 4 }, new() { Colour = "red", Legs = 5 }] };

    /// <summary>A table gives its rows in any order.</summary>
    private static Chair Low(Villa villa) => villa.Rooms[0].Chairs.Single(chair => chair.Legs == 4);

    private static void RemoveLow(Villa villa) => villa.Rooms[0].Chairs.Remove(Low(villa));

    private static string Told(VillaContext context) => Told(context.Set<Villa>().Single());

    private static string Told(Villa villa)
    {
        IEnumerable<string> rooms = villa.Rooms.Select(room => room.Chairs
            .Select(chair => $"{chair.Colour} {chair.Legs}")
            .Order(StringComparer.Ordinal))
            .Select(chairs => $"[{string.Join(' ', chairs)}]");
        return $"{villa.Name} {villa.Note?.Text} {string.Join(' ', rooms)}";
    }

    private static string ToldLamp(VillaContext context) => ToldLamp(context.Set<Villa>().Single());

    private static string ToldLamp(Villa villa) => $"{villa.Rooms[0].Lamp?.Colour} {villa.Rooms[0].Lamp?.Watts}";

    public sealed class VillaContext(DbContextOptions<VillaContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Villa>(villa =>
        {
            villa.OwnsOne(row => row.Note, note => note.ToTable("Notes"));
            villa.OwnsMany(row => row.Rooms, room =>
            {
                room.Property<int>("Id");
                room.HasKey("Id");
                room.OwnsOne(row => row.Lamp);
                room.OwnsMany(row => row.Chairs, chair =>
                {
                    chair.Property<int>("Id");
                    chair.HasKey("Id");
                });
            });
        });
    }

    public sealed class Villa
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

        public Lamp? Lamp { get; set; }

        public List<Chair> Chairs { get; set; } = [];
    }

    public sealed class Lamp
    {
        public string Colour { get; set; } = "";

        public int Watts { get; set; }
    }

    public sealed class Chair
    {
        public string Colour { get; set; } = "";

        public int Legs { get; set; }
    }

    public sealed record NameForm(string Name) : ICopiesTo<Villa>
    {
        public void CopyTo(Villa entity) => entity.Name = Name;
    }

    public sealed record LampForm(string Colour) : ICopiesTo<Villa>
    {
        public void CopyTo(Villa entity)
        {
            foreach (Room room in entity.Rooms)
                if (room.Lamp is { } lamp)
                    lamp.Colour = Colour;
        }
    }

    public sealed record PaintForm(string Colour) : ICopiesTo<Villa>
    {
        public void CopyTo(Villa entity)
        {
            foreach (Chair chair in entity.Rooms.SelectMany(room => room.Chairs))
                chair.Colour = Colour;
        }
    }

    public sealed record NoteForm(string Text) : ICopiesTo<Villa>
    {
        public void CopyTo(Villa entity) => entity.Note = new Note { Text = Text };
    }
}
