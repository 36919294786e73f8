using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Wares;
using Xunit;

namespace Syncopate.Crud.Tests.Owned;

/// <summary>A concurrency token of what a row owns: in the row, in a table of its own, and of the items of a list. Each test says by
/// which way a change of somebody else could be written over without its user having seen it.</summary>
[Trait("Judges", "behaviour")]
public sealed class OwnedTokenTests(PostgresFixture postgres)
{
    private static readonly string[] Parts = ["Seal", "Label", "Slips"];

    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    public static TheoryData<string, string, string, bool> EachPart() =>
        CrudTests.EverywhereWith<string, bool>(Parts, [false, true]);

    /// <summary>Way: the token of the caller's entity is taken for a new value, and the one just read, or just refreshed, is compared.
    /// </summary>
    [Theory, MemberData(nameof(EachPart))]
    public async Task An_entity_of_an_older_version_is_a_conflict_that_names_the_member(
        string database, string form, string part, bool isKnown)
    {
        using CrudOn<CrateContext> crates = new(database, form, postgres);
        Given(crates, isKnown);
        Elsewhere(crates, part);

        Result<Crate> late = await UpdateAsync(crates, NewCrate(part, 1));
        string afterLate = crates.Stored(context => Told(context, part));
        Result<Crate> seen = await UpdateAsync(crates, NewCrate(part, 2));

        Assert.Equal((Outcome.Conflict, "theirs 2"), (late.Outcome, afterLate));
        Assert.Equal(2, late.Current?[$"{part}.Number"]);
        Assert.True(seen.IsDone, $"{seen} {seen.Cause}");
        Assert.Equal("mine 2", crates.Stored(context => Told(context, part)));
        Assert.Equal(0, crates.Context.SaveChanges());
    }

    /// <summary>Way: the form copies its token into the value that it then writes, and compares the one just read.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_form_of_an_older_version_is_a_conflict_too(string database, string form)
    {
        foreach (bool isKnown in (bool[])[false, true])
        {
            using CrudOn<CrateContext> crates = new(database, form, postgres);
            Given(crates, isKnown);
            Elsewhere(crates, "Seal");
            Elsewhere(crates, "Label");

            Result<Crate> flat = await crates.CallAsync(
                crud => crud.Update<Crate, SealForm>(1, new("mine", 1)),
                (crud, token) => crud.UpdateAsync<Crate, SealForm>(1, new("mine", 1), token));
            Result<Crate> nested = await crates.CallAsync(
                crud => crud.Update<Crate, LabelForm>(1, new(new("mine", 1))),
                (crud, token) => crud.UpdateAsync<Crate, LabelForm>(1, new(new("mine", 1)), token));
            string afterLate = crates.Stored(context => $"{Told(context, "Seal")}, {Told(context, "Label")}");
            Result<Crate> seen = await crates.CallAsync(
                crud => crud.Update<Crate, SealForm>(1, new("mine", 2)),
                (crud, token) => crud.UpdateAsync<Crate, SealForm>(1, new("mine", 2), token));

            Assert.Equal((Outcome.Conflict, Outcome.Conflict), (flat.Outcome, nested.Outcome));
            Assert.Equal("theirs 2, theirs 2", afterLate);
            Assert.True(seen.IsDone, $"{seen} {seen.Cause}");
            Assert.Equal("mine 2", crates.Stored(context => Told(context, "Seal")));
        }
    }

    /// <summary>It means the row as it is now; a context that kept the old token would refuse it each time anew.</summary>
    [Theory, MemberData(nameof(EachPart))]
    public async Task A_form_that_says_nothing_of_it_is_written_into_the_row_as_it_is_now(
        string database, string form, string part, bool isKnown)
    {
        using CrudOn<CrateContext> crates = new(database, form, postgres);
        Given(crates, isKnown);
        Elsewhere(crates, part);

        Result<Crate> updated = await crates.CallAsync(
            crud => crud.Update<Crate, NoteForm>(1, new("n")),
            (crud, token) => crud.UpdateAsync<Crate, NoteForm>(1, new("n"), token));

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal("theirs 2 n", crates.Stored(context => ToldWithNote(context.Set<Crate>().Single(), part)));
        Assert.Equal("theirs 2 n", ToldWithNote(updated.Value, part));
        Assert.Equal(0, crates.Context.SaveChanges());
    }

    /// <summary>Way: the token is read anew under a change that its caller made of the version before.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_caller_has_not_saved_yet_is_not_saved_over_another_version(string database, string form)
    {
        foreach (string part in Parts)
        {
            using CrudOn<CrateContext> crates = new(database, form, postgres);
            Given(crates, isKnown: true);
            Crate known = crates.Context.Set<Crate>().Local.Single();
            PartOf(known, part).Text = "pending";
            Elsewhere(crates, part);

            Result<Crate> late = await crates.CallAsync(
                crud => crud.Update<Crate, NameForm>(1, new("b")),
                (crud, token) => crud.UpdateAsync<Crate, NameForm>(1, new("b"), token));

            Assert.Equal(Outcome.Conflict, late.Outcome);
            Assert.Equal("theirs 2", crates.Stored(context => Told(context, part)));
            Assert.Equal(("pending", 1), (PartOf(known, part).Text, PartOf(known, part).Number));
        }
    }

    /// <summary>It is no change of what lies in another row, and that has a token of its own.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_caller_has_not_saved_yet_keeps_no_token_of_another_row(string database, string form)
    {
        using CrudOn<CrateContext> crates = new(database, form, postgres);
        Given(crates, isKnown: true);
        Crate known = crates.Context.Set<Crate>().Local.Single();
        known.Seal.Text = "pending";
        Elsewhere(crates, "Label");

        Result<Crate> updated = await crates.CallAsync(
            crud => crud.Update<Crate, NameForm>(1, new("b")),
            (crud, token) => crud.UpdateAsync<Crate, NameForm>(1, new("b"), token));

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal(("theirs", 2), (known.Label.Text, known.Label.Number));
        Assert.Equal("pending 1, theirs 2", crates.Stored(context => $"{Told(context, "Seal")}, {Told(context, "Label")}"));
    }

    [Theory, MemberData(nameof(EachPart))]
    public async Task A_deletion_is_of_the_row_as_it_is_now(string database, string form, string part, bool isKnown)
    {
        using CrudOn<CrateContext> crates = new(database, form, postgres);
        Given(crates, isKnown);
        Elsewhere(crates, part);

        Result<Crate> deleted = await crates.CallAsync(
            crud => crud.Delete<Crate>(1), (crud, token) => crud.DeleteAsync<Crate>(1, cancellationToken: token));

        Assert.True(deleted.IsDone, $"{deleted} {deleted.Cause}");
        Assert.Equal(0, crates.Stored(other => other.Set<Crate>().Count()));
    }

    /// <summary>Way: two users of one version, of whom neither raises it.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_version_of_what_a_row_owns_raises_itself(string database, string form)
    {
        using CrudOn<CrateContext> crates = new(database, form, postgres);
        crates.Given(new Box { Id = 1, Lid = new() { Text = "a", Version = 1 } });

        Result<Box> first = await UpdateAsync("first");
        Result<Box> second = await UpdateAsync("second");

        Assert.True(first.IsDone, $"{first} {first.Cause}");
        Assert.Equal(Outcome.Conflict, second.Outcome);
        Assert.Equal(
            ("first", 2), crates.Stored(other => other.Set<Box>().Single().Lid is var lid ? (lid.Text, lid.Version) : default));

        Task<Result<Box>> UpdateAsync(string text) => crates.CallAsync(
            crud => crud.Update(NewBox(text)), (crud, token) => crud.UpdateAsync(NewBox(text), token));

        static Box NewBox(string text) => new() { Id = 1, Lid = new() { Text = text, Version = 1 } };
    }

    /// <summary>Way: what the user saw is lost when the first attempt is taken back, and the second one compares what was read.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_save_that_is_repeated_compares_what_the_user_saw(string database, string form)
    {
        foreach (string part in Parts)
        {
            Contention contention = new();
            using CrudOn<CrateContext> crates = new(
                database, form, postgres, options: options => options.AddInterceptors(contention, new BeforeWrite()));
            Given(crates, isKnown: false);
            Elsewhere(crates, part);
            contention.Arm(passing: 0, times: 1);

            Result<Crate> late = await UpdateAsync(crates, NewCrate(part, 1));

            Assert.Equal(Outcome.Conflict, late.Outcome);
            Assert.Equal("theirs 2", crates.Stored(context => Told(context, part)));
        }
    }

    /// <summary>The same of a complex value, whose token is none of the entity's own properties.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task It_does_so_inside_a_complex_value(string database, string form)
    {
        Contention contention = new();
        using CrudOn<CrateContext> chests = new(
            database, form, postgres, options: options => options.AddInterceptors(contention, new BeforeWrite()));
        chests.Given(new Chest { Id = 1, Text = "theirs", Lock = new() { Number = 2 } });
        contention.Arm(passing: 0, times: 1);
        Chest given = new() { Id = 1, Text = "mine", Lock = new() { Number = 1 } };

        Result<Chest> late = await chests.CallAsync(
            crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));
        Result<Chest> flat = await chests.CallAsync(
            crud => crud.Update<Chest, LockForm>(1, new("mine", 1)),
            (crud, token) => crud.UpdateAsync<Chest, LockForm>(1, new("mine", 1), token));

        Assert.Equal((Outcome.Conflict, Outcome.Conflict), (late.Outcome, flat.Outcome));
        Assert.Equal("theirs", chests.Stored(other => other.Set<Chest>().Single().Text));
    }

    private static Task<Result<Crate>> UpdateAsync(CrudOn<CrateContext> crates, Crate given) => crates.CallAsync(
        crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));

    private static void Given(CrudOn<CrateContext> crates, bool isKnown)
    {
        crates.Given(NewCrate(part: "", number: 1));
        if (isKnown)
            crates.Context.Set<Crate>().Load();
    }

    private static void Elsewhere(CrudOn<CrateContext> crates, string part) => crates.Stored(other =>
    {
        Part changed = PartOf(other.Set<Crate>().Single(), part);
        (changed.Text, changed.Number) = ("theirs", 2);
        return other.SaveChanges();
    });

    /// <summary>Whose user has changed one part, of which he saw the version that is given.</summary>
    private static Crate NewCrate(string part, int number)
    {
        Crate crate = new()
        {
            Id = 1,
            Seal = new() { Text = "old", Number = 1 },
            Label = new() { Text = "old", Number = 1 },
            Slips = [new() { Text = "old", Number = 1 }],
        };
        if (part.Length > 0)
            (PartOf(crate, part).Text, PartOf(crate, part).Number) = ("mine", number);
        return crate;
    }

    private static Part PartOf(Crate crate, string part) => part switch
    {
        "Seal" => crate.Seal,
        "Label" => crate.Label,
        _ => crate.Slips.Single(),
    };

    private static string Told(CrateContext context, string part) =>
        PartOf(context.Set<Crate>().Single(), part) is var found ? $"{found.Text} {found.Number}" : "";

    private static string ToldWithNote(Crate crate, string part) =>
        PartOf(crate, part) is var found ? $"{found.Text} {found.Number} {found.Note}" : "";

    public sealed class CrateContext(DbContextOptions<CrateContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Crate>(crate =>
            {
                crate.OwnsOne(row => row.Seal, seal => seal.Property(part => part.Number).IsConcurrencyToken());
                crate.Navigation(row => row.Seal).IsRequired();
                crate.OwnsOne(row => row.Label, label =>
                {
                    label.ToTable("Labels");
                    label.Property(part => part.Number).IsConcurrencyToken();
                });
                crate.OwnsMany(row => row.Slips, slip =>
                {
                    slip.ToTable("Slips");
                    slip.Property<int>("Id");
                    slip.HasKey("Id");
                    slip.Property(part => part.Number).IsConcurrencyToken();
                });
            });
            modelBuilder.Entity<Chest>()
                .ComplexProperty(row => row.Lock).Property(own => own.Number).IsConcurrencyToken();
            modelBuilder.Entity<Box>(box =>
            {
                box.OwnsOne(row => row.Lid, lid => lid.Property(row => row.Version).IsConcurrencyToken());
                box.Navigation(row => row.Lid).IsRequired();
            });
        }
    }

    public sealed class Crate
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Part Seal { get; set; } = new();

        public Part Label { get; set; } = new();

        public List<Part> Slips { get; set; } = [];
    }

    public sealed class Part
    {
        public string Text { get; set; } = "";

        public string Note { get; set; } = "";

        public int Number { get; set; }
    }

    public sealed class Box
    {
        public int Id { get; set; }

        public Lid Lid { get; set; } = new();
    }

    public sealed class Lid
    {
        public string Text { get; set; } = "";

        public int Version { get; set; }
    }

    public sealed class Chest
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";

        public Lock Lock { get; set; } = new();
    }

    public sealed class Lock
    {
        public int Number { get; set; }
    }

    public sealed record NameForm(string Name) : ICopiesTo<Crate>
    {
        public void CopyTo(Crate entity) => entity.Name = Name;
    }

    public sealed record NoteForm(string Note) : ICopiesTo<Crate>
    {
        public void CopyTo(Crate entity)
        {
            foreach (Part part in (Part[])[entity.Seal, entity.Label, .. entity.Slips])
                part.Note = Note;
        }
    }

    public sealed record SealForm(string Text, int SealNumber) : ICopiesTo<Crate>
    {
        public void CopyTo(Crate entity) => (entity.Seal.Text, entity.Seal.Number) = (Text, SealNumber);
    }

    public sealed record LockForm(string Text, int LockNumber) : ICopiesTo<Chest>
    {
        public void CopyTo(Chest entity) => (entity.Text, entity.Lock.Number) = (Text, LockNumber);
    }

    public sealed record LabelForm(LabelPart Label) : ICopiesTo<Crate>
    {
        public void CopyTo(Crate entity) => (entity.Label.Text, entity.Label.Number) = (Label.Text, Label.Number);
    }

    public sealed record LabelPart(string Text, int Number);
}
