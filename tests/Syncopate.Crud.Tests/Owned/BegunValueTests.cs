using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Trials;
using Xunit;

namespace Syncopate.Crud.Tests.Owned;

/// <summary>Single values with which each object of a class begins, and of which the database has nothing: in a table of their own, in
/// the columns of their row, in a JSON column, and of an item of a list. The row was there before the class had them, or somebody has
/// removed them.</summary>
[Trait("Judges", "behaviour")]
public sealed class BegunValueTests(PostgresFixture postgres)
{
    private static readonly string[] Parts = ["Lining", "Tag", "Cover", "Clasp"];

    public static TheoryData<string, string, string, bool> EachPart()
    {
        TheoryData<string, string, string, bool> rows = [];
        foreach ((string database, string form) in CrudTests.Everywhere.Select(row => row.Data))
            foreach (string part in Parts)
                foreach (bool isKnown in (bool[])[false, true])
                    rows.Add(database, form, part, isKnown);
        return rows;
    }

    /// <summary>Way: EF Core does not look into what it has not read, and the answer is that it was saved.</summary>
    [Theory, MemberData(nameof(EachPart))]
    public async Task What_a_form_writes_into_it_is_saved(string database, string form, string part, bool isKnown)
    {
        using CrudOn<KitContext> kits = new(database, form, postgres);
        Given(kits, part, isKnown);

        Result<Kit> updated = await WriteAsync(kits, part, "mine");
        Result<Kit> again = await WriteAsync(kits, part, "more");

        Assert.True(updated.IsDone && again.IsDone, $"{updated} {updated.Cause} {again} {again.Cause}");
        Assert.Equal(("more 7", 1), kits.Stored(other => (Told(other, part), Count(other, part))));
        Assert.Equal("more 7", Told(updated.Value, part));
        Assert.Equal(0, kits.Context.SaveChanges());
    }

    /// <summary>Way: it is created with what objects of its class begin with, which nobody has asked for.</summary>
    [Theory, MemberData(nameof(EachPart))]
    public async Task Where_nobody_writes_into_it_none_is_created(
        string database, string form, string part, bool isKnown)
    {
        using CrudOn<KitContext> kits = new(database, form, postgres);
        Given(kits, part, isKnown);

        Result<Kit> renamed = await kits.CallAsync(
            crud => crud.Update<Kit, KitNameForm>(1, new("b")),
            (crud, token) => crud.UpdateAsync<Kit, KitNameForm>(1, new("b"), token));

        Assert.True(renamed.IsDone, $"{renamed} {renamed.Cause}");
        Assert.Equal("b", kits.Stored(other => other.Set<Kit>().Single().Name));
        Assert.Equal(0, kits.Stored(other => Count(other, part)));
        Assert.Equal(0, kits.Context.SaveChanges());
        Assert.Equal(0, kits.Stored(other => Count(other, part)));
    }

    /// <summary>Way: it stays tracked as new, and the next save of the caller creates it.</summary>
    [Theory, MemberData(nameof(EachPart))]
    public async Task A_refused_call_creates_none_and_leaves_the_context_as_it_was(
        string database, string form, string part, bool isKnown)
    {
        using CrudOn<KitContext> kits = new(database, form, postgres);
        Given(kits, part, isKnown);
        IReadOnlyList<string> before = ContextImage.Of(kits.Context);

        Result<Kit> refused = await WriteAsync(kits, part, "m\0");

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        if (isKnown)
            Assert.Equal(before, ContextImage.Of(kits.Context));
        Assert.Equal(0, kits.Context.SaveChanges());
        Assert.Equal(0, kits.Stored(other => Count(other, part)));
    }

    /// <summary>Of the caller's entity, which the context does not know, and of one that it does.</summary>
    [Theory, MemberData(nameof(EachPart))]
    public async Task What_an_entity_has_in_it_is_saved(string database, string form, string part, bool isTracked)
    {
        using CrudOn<KitContext> kits = new(database, form, postgres);
        Given(kits, part, isKnown: false);
        Kit given = isTracked
            ? kits.Context.Set<Kit>().Single()
            : kits.Stored(other => other.Set<Kit>().AsNoTracking().Single());
        Write(given, part, "mine");

        Result<Kit> updated = await kits.CallAsync(
            crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal(("mine 7", 1), kits.Stored(other => (Told(other, part), Count(other, part))));
        Assert.Equal(0, kits.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(EachPart))]
    public async Task An_entity_that_has_it_as_it_begins_creates_none(
        string database, string form, string part, bool isTracked)
    {
        using CrudOn<KitContext> kits = new(database, form, postgres);
        Given(kits, part, isKnown: false);
        Kit given = isTracked
            ? kits.Context.Set<Kit>().Single()
            : kits.Stored(other => other.Set<Kit>().AsNoTracking().Single());
        given.Name = "b";

        Result<Kit> updated = await kits.CallAsync(
            crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal("b", kits.Stored(other => other.Set<Kit>().Single().Name));
        Assert.Equal(0, kits.Stored(other => Count(other, part)));
    }

    private static Task<Result<Kit>> WriteAsync(CrudOn<KitContext> kits, string part, string text) => kits.CallAsync(
        crud => crud.Update<Kit, KitForm>(1, new(part, text)),
        (crud, token) => crud.UpdateAsync<Kit, KitForm>(1, new(part, text), token));

    /// <summary>A row without the part, which the context has met while it had it where it knows the row.</summary>
    private static void Given(CrudOn<KitContext> kits, string part, bool isKnown)
    {
        Kit kit = new() { Id = 1, Name = "a", Pockets = [new() { Label = "left" }] };
        foreach (string each in Parts)
            Write(kit, each, "old");
        kits.Given(kit);
        if (isKnown)
            kits.Context.Set<Kit>().Load();
        kits.Stored(other => part switch
        {
            "Lining" => other.Database.ExecuteSqlRaw("""DELETE FROM "Linings" """),
            "Tag" => other.Database.ExecuteSqlRaw("""UPDATE "Kit" SET "Tag_Text" = NULL, "Tag_Size" = NULL"""),
            "Cover" => other.Database.ExecuteSqlRaw("""UPDATE "Kit" SET "Cover" = NULL"""),
            _ => other.Database.ExecuteSqlRaw("""DELETE FROM "Clasps" """),
        });
    }

    private static void Write(Kit kit, string part, string text)
    {
        Piece piece = PieceOf(kit, part) ?? new();
        piece.Text = text;
        switch (part)
        {
            case "Lining":
                kit.Lining = piece;
                break;
            case "Tag":
                kit.Tag = piece;
                break;
            case "Cover":
                kit.Cover = piece;
                break;
            default:
                kit.Pockets[0].Clasp = piece;
                break;
        }
    }

    private static Piece? PieceOf(Kit kit, string part) => part switch
    {
        "Lining" => kit.Lining,
        "Tag" => kit.Tag,
        "Cover" => kit.Cover,
        _ => kit.Pockets[0].Clasp,
    };

    private static string Told(KitContext context, string part) =>
        Told(context.Set<Kit>().AsNoTracking().Single(), part);

    private static string Told(Kit kit, string part) =>
        PieceOf(kit, part) is { } piece ? $"{piece.Text} {piece.Size}" : "";

    /// <summary>How many the database has: one that it has not reads like one that is as it begins.</summary>
    private static int Count(KitContext context, string part)
    {
        string query = part switch
        {
            "Lining" => """SELECT CAST(COUNT(*) AS INTEGER) AS "Value" FROM "Linings" """,
            "Tag" => """SELECT CAST(COUNT("Tag_Size") AS INTEGER) AS "Value" FROM "Kit" """,
            "Cover" => """SELECT CAST(COUNT("Cover") AS INTEGER) AS "Value" FROM "Kit" """,
            _ => """SELECT CAST(COUNT(*) AS INTEGER) AS "Value" FROM "Clasps" """,
        };
        return context.Database.SqlQueryRaw<int>(query).Single();
    }

    public sealed class KitContext(DbContextOptions<KitContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Kit>(kit =>
        {
            kit.ToTable("Kit");
            kit.OwnsOne(row => row.Lining, lining => lining.ToTable("Linings"));
            kit.OwnsOne(row => row.Tag);
            kit.OwnsOne(row => row.Cover, cover => cover.ToJson());
            kit.OwnsMany(row => row.Pockets, pocket =>
            {
                pocket.ToTable("Pockets");
                pocket.Property<int>("Id");
                pocket.HasKey("Id");
                pocket.OwnsOne(row => row.Clasp, clasp => clasp.ToTable("Clasps"));
            });
        });
    }

    public sealed class Kit
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Piece? Lining { get; set; } = new();

        public Piece? Tag { get; set; } = new();

        public Piece? Cover { get; set; } = new();

        public List<Pocket> Pockets { get; set; } = [];
    }

    public sealed class Pocket
    {
        public string Label { get; set; } = "";

        public Piece? Clasp { get; set; } = new();
    }

    public sealed class Piece
    {
        public string Text { get; set; } = "";

        /// <summary>No form has it: it is written with the rest, or the rest is not found again.</summary>
        public int Size { get; set; } = 7;
    }

    public sealed record KitNameForm(string Name) : ICopiesTo<Kit>
    {
        public void CopyTo(Kit entity) => entity.Name = Name;
    }

    /// <summary>Writes into what is there.</summary>
    public sealed record KitForm(string Part, string Text) : ICopiesTo<Kit>
    {
        public void CopyTo(Kit entity) => Write(entity, Part, Text);
    }
}
