using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Reading;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>C# lets every number be a value of an enum, and a column keeps it: the user is told which there are.</summary>
[Trait("Judges", "behaviour")]
public sealed class EnumValueTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_value_that_the_enum_has_not_is_refused_in_every_call_and_a_stored_one_stays(string product, string form)
    {
        using CrudOn<ShelfContext> shelves = new(product, form, postgres);
        shelves.Given(new Shelf { Wood = (Wood)77 });
        Shelf bad = new() { Wood = (Wood)78 };
        Shelf changed = new() { Id = 1, Wood = (Wood)78 };
        uint version = shelves.Stored(context => context.Set<Shelf>().Single().Version);
        Shelf renamed = new() { Id = 1, Wood = (Wood)77, Name = "new", Version = version };
        Shelf both = new() { Finishes = Finishes.Oiled | Finishes.Waxed };
        Shelf beyond = new() { Finishes = (Finishes)12 };
        JsonPatch patch = JsonPatch.Parse("""[{"op":"replace","path":"/wood","value":78}]""").Value;
        CrudError wrong = new("Wood", "Wood cannot be 78; it can be Oak (0) or Ash (1).");

        Result[] refused =
        [
            await shelves.CallAsync(crud => crud.Create(bad), (crud, token) => crud.CreateAsync(bad, token)),
            await shelves.CallAsync(crud => crud.Update(changed), (crud, token) => crud.UpdateAsync(changed, token)),
            await shelves.CallAsync(
                crud => crud.Patch<Shelf, WoodForm>(1, patch), (crud, token) => crud.PatchAsync<Shelf, WoodForm>(1, patch, token)),
        ];
        Result several = await shelves.CallAsync(crud => crud.Create(beyond), (crud, token) => crud.CreateAsync(beyond, token));
        Result[] done =
        [
            await shelves.CallAsync(crud => crud.Update(renamed), (crud, token) => crud.UpdateAsync(renamed, token)),
            await shelves.CallAsync(crud => crud.Create(both), (crud, token) => crud.CreateAsync(both, token)),
        ];

        Assert.All(refused, result => Assert.Equal([wrong], result.Errors));
        Assert.Equal(
            [new CrudError("Finishes", "Finishes cannot be 12; it can be any of None (0), Oiled (1) and Waxed (2).")], several.Errors);
        Assert.All(done, result => Assert.True(result.IsDone, result.ToString()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task One_that_a_complex_value_has_already_does_not_keep_its_row_from_being_changed(
        string product, string form)
    {
        using CrudOn<CargoContext> cargoes = new(product, form, postgres);
        cargoes.Given(new Cargo { Hull = new Hull { Wood = (Wood)77 } });
        Cargo renamed = new() { Id = 1, Name = "new", Hull = new Hull { Wood = (Wood)77 } };
        Cargo changed = new() { Id = 1, Name = "new", Hull = new Hull { Wood = (Wood)78 } };

        Result<Cargo> done = await cargoes.CallAsync(
            crud => crud.Update(renamed), (crud, token) => crud.UpdateAsync(renamed, token));
        Result<Cargo> refused = await cargoes.CallAsync(
            crud => crud.Update(changed), (crud, token) => crud.UpdateAsync(changed, token));

        Assert.True(done.IsDone, $"{done}");
        Assert.Equal([new CrudError("Hull.Wood", "Wood cannot be 78; it can be Oak (0) or Ash (1).")], refused.Errors);
        Assert.Equal("new", cargoes.Stored(context => context.Set<Cargo>().Single().Name));
    }

    public sealed class CargoContext(DbContextOptions<CargoContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) =>
            modelBuilder.Entity<Cargo>().ComplexProperty(row => row.Hull);
    }

    public sealed class Cargo
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Hull Hull { get; set; } = new();
    }

    public sealed class Hull
    {
        public Wood Wood { get; set; }
    }
}

[ProjectsFrom<Shelf>]
public sealed partial record WoodForm(Wood Wood);
