using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Owned;

/// <summary>What a row owned has a concurrency token, its user has seen it, and somebody else has removed it since.</summary>
[Trait("Judges", "behaviour")]
public sealed class GoneOwnedTests(PostgresFixture postgres)
{
    private static readonly string[] Parts = ["Tag", "Plate", "Lining", "Slips", "Within"];

    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    public static TheoryData<string, string, string, bool> EachPart() =>
        CrudTests.EverywhereWith<string, bool>(Parts, [false, true]);

    /// <summary>Way: it is taken for something new, and created over the head of whoever has removed it.</summary>
    [Theory, MemberData(nameof(EachPart))]
    public async Task An_entity_that_has_it_is_a_conflict_whether_or_not_the_context_knew_it(
        string database, string form, string part, bool isKnown)
    {
        using CrudOn<TrunkContext> trunks = new(database, form, postgres);
        string before = Given(trunks, isKnown, part);

        Result<Trunk> late = await UpdateAsync(trunks, NewTrunk("mine"));
        string afterLate = trunks.Stored(Told);
        int pending = trunks.Context.SaveChanges();
        Result<Trunk> renamed = await trunks.CallAsync(
            crud => crud.Update<Trunk, NameForm>(1, new("b")),
            (crud, token) => crud.UpdateAsync<Trunk, NameForm>(1, new("b"), token));

        Assert.Equal((Outcome.Conflict, before, 0), (late.Outcome, afterLate, pending));
        Assert.Equal("a", late.Current?["Name"]);
        Assert.True(renamed.IsDone, $"{renamed} {renamed.Cause}");

        Assert.Equal($"b{before[1..]}", trunks.Stored(Told));
    }

    /// <summary>Its values need not differ from what the context remembers. Way: what objects of the class begin with stays in the context
    /// as it was, its token is not compared because it is not written, and the answer tells of a value that no row has.</summary>
    [Theory, MemberData(nameof(EachPart))]
    public async Task It_is_a_conflict_too_where_its_user_has_changed_something_else(
        string database, string form, string part, bool isKnown)
    {
        using CrudOn<TrunkContext> trunks = new(database, form, postgres);
        string before = Given(trunks, isKnown, part);
        Trunk given = NewTrunk("old");
        given.Name = "b";

        Result<Trunk> late = await UpdateAsync(trunks, given);

        Assert.Equal((Outcome.Conflict, before), (late.Outcome, trunks.Stored(Told)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_form_that_tells_its_token_is_a_conflict_and_is_not_asked_to_copy(string database, string form)
    {
        foreach (bool isKnown in (bool[])[false, true])
        {
            using CrudOn<TrunkContext> trunks = new(database, form, postgres);
            string before = Given(trunks, isKnown, "Tag", "Plate");

            Result<Trunk> flat = await trunks.CallAsync(
                crud => crud.Update<Trunk, TagForm>(1, new("mine", 2)),
                (crud, token) => crud.UpdateAsync<Trunk, TagForm>(1, new("mine", 2), token));
            Result<Trunk> nested = await trunks.CallAsync(
                crud => crud.Update<Trunk, PlateForm>(1, new(new("mine", 2))),
                (crud, token) => crud.UpdateAsync<Trunk, PlateForm>(1, new(new("mine", 2)), token));

            Assert.Equal((Outcome.Conflict, Outcome.Conflict), (flat.Outcome, nested.Outcome));
            Assert.Equal(before, trunks.Stored(Told));
        }
    }

    /// <summary>Nobody has seen the token that an object of its class begins with.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_is_new_is_created(string database, string form)
    {
        foreach (bool isKnown in (bool[])[false, true])
        {
            using CrudOn<TrunkContext> trunks = new(database, form, postgres);
            trunks.Given(new Trunk { Id = 1, Name = "a" });
            if (isKnown)
                trunks.Context.Set<Trunk>().Load();

            Result<Trunk> created = await UpdateAsync(
                trunks,
                new() { Id = 1, Name = "b", Wax = new(), Slips = [NewMark("slip", 0)] });
            Result<Trunk> nested = await trunks.CallAsync(
                crud => crud.Update<Trunk, PlateForm>(1, new(new("plate", 0))),
                (crud, token) => crud.UpdateAsync<Trunk, PlateForm>(1, new(new("plate", 0)), token));

            Assert.True(created.IsDone && nested.IsDone, $"{created} {created.Cause} {nested} {nested.Cause}");
            Assert.Equal("b||plate 0|1|slip 0||1", trunks.Stored(Told));
        }
    }

    /// <summary>It is there: the caller itself has taken it off, and not saved that yet.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_its_caller_has_taken_off_in_memory_has_not_gone(string database, string form)
    {
        using CrudOn<TrunkContext> trunks = new(database, form, postgres);
        Given(trunks, isKnown: true);
        trunks.Context.Set<Trunk>().Local.Single().Plate = null;

        Result<Trunk> updated = await UpdateAsync(trunks, NewTrunk("mine"));

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.StartsWith("a|mine 2|mine 2|", trunks.Stored(Told), StringComparison.Ordinal);
    }

    private static Task<Result<Trunk>> UpdateAsync(CrudOn<TrunkContext> trunks, Trunk given) => trunks.CallAsync(
        crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));

    /// <summary>What is stored of the row when somebody else has removed some of its parts.</summary>
    private static string Given(CrudOn<TrunkContext> trunks, bool isKnown, params string[] removed)
    {
        trunks.Given(NewTrunk("old"));
        if (isKnown)
            trunks.Context.Set<Trunk>().Load();
        foreach (string part in removed)
            Remove(trunks, part);
        return trunks.Stored(Told);
    }

    private static Trunk NewTrunk(string text)
    {
        Mark slip = NewMark(text, 2);
        slip.Within = [new() { Text = text, Number = 2 }];
        return new()
        {
            Id = 1,
            Name = "a",
            Tag = NewMark(text, 2),
            Plate = NewMark(text, 2),
            Lining = NewMark(text, 2),
            Slips = [slip],
        };
    }

    private static Mark NewMark(string text, int number) => new() { Text = text, Number = number };

    private static void Remove(CrudOn<TrunkContext> trunks, string part) => trunks.Stored(other => part switch
    {
        "Tag" => other.Database.ExecuteSqlRaw("""UPDATE "Trunk" SET "Tag_Text" = NULL, "Tag_Number" = NULL"""),
        "Plate" => other.Database.ExecuteSqlRaw("""DELETE FROM "Plates" """),
        "Lining" => other.Database.ExecuteSqlRaw("""DELETE FROM "Linings" """),
        "Slips" => other.Database.ExecuteSqlRaw("""DELETE FROM "Slips" """),
        _ => other.Database.ExecuteSqlRaw("""DELETE FROM "Withins" """),
    });

    private static string Told(TrunkContext context)
    {
        Trunk row = context.Set<Trunk>().AsNoTracking().Single();
        int linings = context.Database
            .SqlQueryRaw<int>("""SELECT CAST(COUNT(*) AS INTEGER) AS "Value" FROM "Linings" """)
            .Single();
        string slips = string.Join(' ', row.Slips.Select(Told));
        IEnumerable<Inner> inner = row.Slips.SelectMany(slip => slip.Within);
        string within = string.Join(' ', inner.Select(each => $"{each.Text} {each.Number}"));
        return $"{row.Name}|{Told(row.Tag)}|{Told(row.Plate)}|{linings}|{slips}|{within}|{row.Wax?.Number}";
    }

    private static string Told(Mark? mark) => mark is null ? "" : $"{mark.Text} {mark.Number}";

    public sealed class TrunkContext(DbContextOptions<TrunkContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Trunk>(row =>
        {
            row.ToTable("Trunk");
            row.OwnsOne(each => each.Tag, tag =>
            {
                tag.Ignore(mark => mark.Within);
                tag.Property(mark => mark.Number).IsConcurrencyToken();
            });
            row.OwnsOne(each => each.Plate, plate =>
            {
                plate.ToTable("Plates").Ignore(mark => mark.Within);
                plate.Property(mark => mark.Number).IsConcurrencyToken();
            });
            row.OwnsOne(each => each.Lining, lining =>
            {
                lining.ToTable("Linings").Ignore(mark => mark.Within);
                lining.Property(mark => mark.Number).IsConcurrencyToken();
            });
            row.OwnsOne(each => each.Wax, wax =>
            {
                wax.ToTable("Waxes");
                wax.Property(own => own.Number).IsConcurrencyToken();
            });
            row.OwnsMany(each => each.Slips, slip =>
            {
                slip.ToTable("Slips");
                slip.Property<int>("Id");
                slip.HasKey("Id");
                slip.Property(mark => mark.Number).IsConcurrencyToken();
                slip.OwnsMany(mark => mark.Within, within =>
                {
                    within.ToTable("Withins");
                    within.Property<int>("Id");
                    within.HasKey("Id");
                    within.Property(each => each.Number).IsConcurrencyToken();
                });
            });
        });
    }

    public sealed class Trunk
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Mark? Tag { get; set; }

        public Mark? Plate { get; set; }

        /// <summary>An object begins with one, which no row has yet.</summary>
        public Mark? Lining { get; set; } = new();

        public Wax? Wax { get; set; }

        public List<Mark> Slips { get; set; } = [];
    }

    public sealed class Mark
    {
        public string Text { get; set; } = "";

        public int Number { get; set; }

        public List<Inner> Within { get; set; } = [];
    }

    public sealed class Inner
    {
        public string Text { get; set; } = "";

        public int Number { get; set; }
    }

    public sealed class Wax
    {
        public int Number { get; set; } = 1;
    }

    public sealed record NameForm(string Name) : ICopiesTo<Trunk>
    {
        public void CopyTo(Trunk entity) => entity.Name = Name;
    }

    /// <summary>Its author has not thought of a row without a tag.</summary>
    public sealed record TagForm(string Text, int TagNumber) : ICopiesTo<Trunk>
    {
        public void CopyTo(Trunk entity)
        {
            Mark tag = entity.Tag ?? throw new InvalidOperationException("There is no tag.");
            (tag.Text, tag.Number) = (Text, TagNumber);
        }
    }

    public sealed record PlateForm(MarkPart Plate) : ICopiesTo<Trunk>
    {
        public void CopyTo(Trunk entity)
        {
            entity.Plate ??= new();
            (entity.Plate.Text, entity.Plate.Number) = (Plate.Text, Plate.Number);
        }
    }

    public sealed record MarkPart(string Text, int Number);
}
