using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>An attribute before a member of a record's list belongs to the parameter, and is a rule all the same.</summary>
[Trait("Judges", "behaviour")]
public sealed class RecordRuleTests(PostgresFixture postgres)
{
    [Theory, InlineData("sync"), InlineData("async")]
    public async Task It_is_obeyed_and_named(string form)
    {
        using CrudOn<PlaceContext> places = new("sqlite", form, postgres);

        Result<Place> nameless = await CreateAsync(places, new PlaceForm("", 3));
        Result<Place> full = await CreateAsync(places, new PlaceForm("a", 7));
        Result<Place> broken = await CreateAsync(places, new PlaceForm(null!, 3));
        Result<Place> saved = await CreateAsync(places, new PlaceForm("a", 3));

        Assert.Equal([new CrudError("Name", "The Title field is required.")], nameless.Errors);
        Assert.Equal([new CrudError("Seats", "The field Seats must be between 1 and 5.")], full.Errors);
        Assert.Equal([new CrudError("Name", "The Title field is required.")], broken.Errors);
        Assert.True(saved.IsDone, $"{saved}");
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task What_it_marks_as_only_shown_is_never_written(string form)
    {
        using CrudOn<PlaceContext> places = new("sqlite", form, postgres);
        JsonPatch patch = JsonPatch.Parse("""[{"op":"replace","path":"/seats","value":9}]""").Value;

        Result<Place> created = await places.CallAsync(
            crud => crud.Create<Place, ShownPlaceForm>(new("a", 9)),
            (crud, token) => crud.CreateAsync<Place, ShownPlaceForm>(new("a", 9), token));
        Result<Place> updated = await places.CallAsync(
            crud => crud.Update<Place, ShownPlaceForm>(1, new("b", 9)),
            (crud, token) => crud.UpdateAsync<Place, ShownPlaceForm>(1, new("b", 9), token));
        Result<Place> patched = await places.CallAsync(
            crud => crud.Patch<Place, ShownPlaceForm>(1, patch),
            (crud, token) => crud.PatchAsync<Place, ShownPlaceForm>(1, patch, token));

        Assert.True(created.IsDone && updated.IsDone, $"{created} {updated}");
        Assert.Equal([new CrudError("Seats", "'/seats' cannot be changed.")], patched.Errors);
        Assert.Equal(("b", 0), places.Stored(context => (context.Set<Place>().Single().Name, context.Set<Place>().Single().Seats)));
    }

    private static Task<Result<Place>> CreateAsync(CrudOn<PlaceContext> places, PlaceForm form) => places.CallAsync(
        crud => crud.Create<Place, PlaceForm>(form), (crud, token) => crud.CreateAsync<Place, PlaceForm>(form, token));

    public sealed class PlaceContext(DbContextOptions<PlaceContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Place>();
    }
}

public sealed class Place
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int Seats { get; set; }
}

[ProjectsFrom<Place>]
public sealed partial record PlaceForm([Required, Display(Name = "Title")] string Name, [Range(1, 5)] int Seats);

[ProjectsFrom<Place>]
public sealed partial record ShownPlaceForm(string Name, [ReadOnly(true)] int Seats);
