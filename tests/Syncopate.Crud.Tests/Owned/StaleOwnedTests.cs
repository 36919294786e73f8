using System.ComponentModel.DataAnnotations.Schema;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Owned;

/// <summary>A row that a context has known for long, and of which somebody else has changed since what it owns, or all of it while
/// the user saw the newer version.</summary>
[Trait("Judges", "behaviour")]
public sealed class StaleOwnedTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_sets_inside_an_owned_value_is_in_the_row_and_what_others_wrote_there_stays(
        string database, string form)
    {
        using CrudOn<YardContext> yards = new(database, form, postgres);
        yards.Given(new Yard { Id = 1, Front = NewGate(), Back = NewGate(), Others = [NewGate()] });
        Yard known = yards.Context.Set<Yard>().Single();
        yards.Stored(Repaint);

        Result<Yard> updated = await yards.CallAsync(
            crud => crud.Update<Yard, ColourForm>(1, new("red")),
            (crud, token) => crud.UpdateAsync<Yard, ColourForm>(1, new("red"), token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(
            ("red 2, red 2, red 2", "red 2, red 2, red 2"),
            (Told(known), yards.Stored(other => Told(other.Set<Yard>().Single()))));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_item_has_what_its_own_row_has_where_somebody_has_removed_the_one_before_it(
        string database, string form)
    {
        using CrudOn<YardContext> yards = new(database, form, postgres);
        yards.Given(new Yard { Id = 1, Others = [NewGate(), new() { Colour = "green", Width = 2 }] });
        Yard known = yards.Context.Set<Yard>().Single();
        yards.Stored(other =>
        {
            other.Set<Yard>().Single().Others.RemoveAll(gate => gate.Width == 1);
            return other.SaveChanges();
        });

        Result<Yard> updated = await yards.CallAsync(
            crud => crud.Update<Yard, ColourForm>(1, new("red")),
            (crud, token) => crud.UpdateAsync<Yard, ColourForm>(1, new("red"), token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal("red 2", yards.Stored(other => Told(other.Set<Yard>().Single().Others)));
        Assert.Equal("red 2", Told(known.Others.Where(gate => gate.Width == 2)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_sets_inside_a_complex_value_of_an_owned_one_is_in_the_row_too(string database, string form)
    {
        using CrudOn<YardContext> barns = new(database, form, postgres);
        barns.Given(new Barn { Id = 1, Door = new() { Bolt = new() { Maker = "a", Length = 1 } } });
        Barn known = barns.Context.Set<Barn>().Single();
        barns.Stored(other =>
        {
            Bolt bolt = other.Set<Barn>().Single().Door.Bolt;
            (bolt.Maker, bolt.Length) = ("b", 2);
            return other.SaveChanges();
        });

        Result<Barn> updated = await barns.CallAsync(
            crud => crud.Update<Barn, MakerForm>(1, new("a")),
            (crud, token) => crud.UpdateAsync<Barn, MakerForm>(1, new("a"), token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(("a 2", "a 2"), (Told(known), barns.Stored(other => Told(other.Set<Barn>().Single()))));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_sets_inside_a_complex_value_that_may_be_null_is_in_the_row_too(
        string database, string form)
    {
        using CrudOn<YardContext> sheds = new(database, form, postgres);
        sheds.Given(new Shed { Id = 1, Bolt = new() { Maker = "a", Length = 1 } });
        Shed known = sheds.Context.Set<Shed>().Single();
        sheds.Stored(other =>
        {
            if (other.Set<Shed>().Single().Bolt is { } bolt)
                (bolt.Maker, bolt.Length) = ("b", 2);
            return other.SaveChanges();
        });

        Result<Shed> refused = await UpdateAsync("a\0");
        string afterRefusal = Told(known.Bolt);
        Result<Shed> updated = await UpdateAsync("a");

        Assert.Equal((Outcome.Invalid, "a 1"), (refused.Outcome, afterRefusal));
        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(
            ("a 2", "a 2"),
            (Told(known.Bolt), sheds.Stored(other => Told(other.Set<Shed>().Single().Bolt))));

        Task<Result<Shed>> UpdateAsync(string maker) => sheds.CallAsync(
            crud => crud.Update<Shed, BoltForm>(1, new(maker)),
            (crud, token) => crud.UpdateAsync<Shed, BoltForm>(1, new(maker), token));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_call_leaves_what_the_context_knew_of_it(string database, string form)
    {
        using CrudOn<YardContext> yards = new(database, form, postgres);
        yards.Given(new Yard { Id = 1, Front = NewGate(), Back = NewGate(), Others = [NewGate()] });
        Yard known = yards.Context.Set<Yard>().Single();
        yards.Stored(Repaint);

        Result<Yard> refused = await yards.CallAsync(
            crud => crud.Update<Yard, ColourForm>(1, new("r\0")),
            (crud, token) => crud.UpdateAsync<Yard, ColourForm>(1, new("r\0"), token));

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal("red 1, red 1, red 1", Told(known));
        Assert.Equal(0, yards.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_deleted_of_whose_items_somebody_has_removed_one(string database, string form)
    {
        using CrudOn<YardContext> yards = new(database, form, postgres);
        KnownWithOneGone(yards);

        Result<Yard> deleted = await yards.CallAsync(
            crud => crud.Delete<Yard>(1), (crud, token) => crud.DeleteAsync<Yard>(1, cancellationToken: token));

        Assert.True(deleted.IsDone, $"{deleted} {deleted.Cause}");
        Assert.Empty(yards.Context.ChangeTracker.Entries());
        Assert.Equal(0, yards.Stored(other => other.Set<Yard>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_deletion_that_is_refused_leaves_the_items_that_the_context_knew(string database, string form)
    {
        using CrudOn<YardContext> yards = new(database, form, postgres);
        Yard known = KnownWithOneGone(yards);
        IReadOnlyList<CrudError> refusal = [new("", "Not today.")];

        Result<Yard> refused = await yards.CallAsync(
            crud => crud.Delete<Yard>(1, (_, _) => refusal),
            (crud, token) => crud.DeleteAsync<Yard>(1, (_, _, _) => Task.FromResult(refusal), token));

        Assert.Equal("Not today.", refused.Message);
        Assert.Equal("red 1, green 2", Told(known.Others));
        Assert.All(
            yards.Context.ChangeTracker.Entries<Gate>(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(4, yards.Context.ChangeTracker.Entries<Gate>().Count());
        Assert.Equal(0, yards.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_user_who_saw_a_later_version_than_the_context_knows_gets_all_of_that_version(
        string database, string form)
    {
        using CrudOn<YardContext> tickets = new(database, form, postgres);
        tickets.Given(new Ticket { Id = 1, Title = "a", Seats = 1, Version = 1 });
        Ticket known = tickets.Context.Set<Ticket>().Single();
        tickets.Stored(other => other.Set<Ticket>()
            .ExecuteUpdate(set => set.SetProperty(row => row.Seats, 2).SetProperty(row => row.Version, 2)));

        Result<Ticket> updated = await tickets.CallAsync(
            crud => crud.Update<Ticket, TicketForm>(1, new("b", 2)),
            (crud, token) => crud.UpdateAsync<Ticket, TicketForm>(1, new("b", 2), token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(("b", 2, 3), (known.Title, known.Seats, known.Version));
        Assert.Equal(0, tickets.Context.SaveChanges());
        Assert.Equal(("b", 2, 3), tickets.Stored(
            other => other.Set<Ticket>().Single() is var row ? (row.Title, row.Seats, row.Version) : default));
    }

    /// <summary>With two items, of which the database has one.</summary>
    private static Yard KnownWithOneGone(CrudOn<YardContext> yards)
    {
        yards.Given(new Yard { Id = 1, Others = [NewGate(), new() { Colour = "green", Width = 2 }] });
        Yard known = yards.Context.Set<Yard>().Single();
        known.Others.Sort((one, other) => one.Width - other.Width);
        yards.Stored(other =>
        {
            other.Set<Yard>().Single().Others.RemoveAll(gate => gate.Width == 1);
            return other.SaveChanges();
        });
        return known;
    }

    private static Gate NewGate() => new() { Colour = "red", Width = 1 };

    private static int Repaint(YardContext other)
    {
        Yard yard = other.Set<Yard>().Single();
        foreach (Gate gate in (Gate[])[yard.Front, yard.Back, .. yard.Others])
            (gate.Colour, gate.Width) = ("blue", 2);
        return other.SaveChanges();
    }

    private static string Told(Barn barn) => $"{barn.Door.Bolt.Maker} {barn.Door.Bolt.Length}";

    private static string Told(Bolt? bolt) => $"{bolt?.Maker} {bolt?.Length}";

    private static string Told(Yard yard) => Told([yard.Front, yard.Back, .. yard.Others]);

    private static string Told(IEnumerable<Gate> gates) =>
        string.Join(", ", gates.Select(gate => $"{gate.Colour} {gate.Width}"));

    public sealed class YardContext(DbContextOptions<YardContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Yard>(yard =>
            {
                yard.OwnsOne(row => row.Front, gate => gate.ToJson());
                yard.Navigation(row => row.Front).IsRequired();
                yard.OwnsOne(row => row.Back);
                yard.Navigation(row => row.Back).IsRequired();
                yard.OwnsMany(row => row.Others, gate =>
                {
                    gate.Property<int>("Id");
                    gate.HasKey("Id");
                });
            });
            modelBuilder.Entity<Barn>().OwnsOne(row => row.Door);
            modelBuilder.Entity<Barn>().Navigation(row => row.Door).IsRequired();
            modelBuilder.Entity<Shed>().ComplexProperty(row => row.Bolt);
            modelBuilder.Entity<Ticket>().Property(row => row.Version).IsConcurrencyToken();
        }
    }

    public sealed class Yard
    {
        public int Id { get; set; }

        public Gate Front { get; set; } = new();

        public Gate Back { get; set; } = new();

        public List<Gate> Others { get; set; } = [];
    }

    public sealed class Gate
    {
        public string Colour { get; set; } = "";

        public int Width { get; set; }
    }

    public sealed class Barn
    {
        public int Id { get; set; }

        public Door Door { get; set; } = new();
    }

    public sealed class Door
    {
        public string Name { get; set; } = "";

        public Bolt Bolt { get; set; } = new();
    }

    [ComplexType]
    public sealed class Bolt
    {
        public string Maker { get; set; } = "";

        public int Length { get; set; }
    }

    public sealed class Shed
    {
        public int Id { get; set; }

        public Bolt? Bolt { get; set; }
    }

    public sealed class Ticket
    {
        public int Id { get; set; }

        public string Title { get; set; } = "";

        public int Seats { get; set; }

        public int Version { get; set; }
    }

    public sealed record ColourForm(string Colour) : ICopiesTo<Yard>
    {
        public void CopyTo(Yard entity)
        {
            foreach (Gate gate in (Gate[])[entity.Front, entity.Back, .. entity.Others])
                gate.Colour = Colour;
        }
    }

    public sealed record MakerForm(string Maker) : ICopiesTo<Barn>
    {
        public void CopyTo(Barn entity) => entity.Door.Bolt.Maker = Maker;
    }

    public sealed record BoltForm(string Maker) : ICopiesTo<Shed>
    {
        public void CopyTo(Shed entity)
        {
            if (entity.Bolt is { } bolt)
                bolt.Maker = Maker;
        }
    }

    public sealed record TicketForm(string Title, int Version) : ICopiesTo<Ticket>
    {
        public void CopyTo(Ticket entity) => entity.Title = Title;
    }
}
