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
}

[ProjectsFrom<Shelf>]
public sealed partial record WoodForm(Wood Wood);
