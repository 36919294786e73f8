using System.Text.Json.Nodes;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>A type of the application, or a converter, refuses a value by whatever exception it likes.</summary>
[Trait("Judges", "behaviour")]
public sealed class OwnTypeTests(PostgresFixture postgres)
{
    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task Is_an_error_on_the_member_wherever_the_value_comes_from(string database, string form)
    {
        using CrudOn<CrateContext> crates = new(database, form, postgres);
        crates.Given(new Crate());
        ListRequest<Crate, CrateForm> byMark = new() { Filters = [new("Mark", FilterComparison.Equal, "bad")] };
        ListRequest<Crate, CrateForm> byContent = new() { Filters = [new("Content", FilterComparison.Equal, "{")] };
        JsonPatch patch = JsonPatch.Parse("""[{"op":"replace","path":"/mark","value":{"text":"bad"}}]""").Value;

        Result<Page<CrateForm>> marked = await ListAsync(crates, byMark);
        Result<Page<CrateForm>> filled = await ListAsync(crates, byContent);
        Result<Crate> patched = await crates.CallAsync(
            crud => crud.Patch<Crate, CrateForm>(1, patch),
            (crud, token) => crud.PatchAsync<Crate, CrateForm>(1, patch, token));
        Result<Crate> created = await crates.CallAsync(
            crud => crud.Create(new Crate { Content = "{" }), (crud, token) => crud.CreateAsync(new Crate { Content = "{" }, token));

        Assert.Equal([new CrudError("Mark", "'bad' is no value that Mark can have.")], marked.Errors);
        Assert.Equal([new CrudError("Content", "'{' is no value that Content can have.")], filled.Errors);
        Assert.Equal([new CrudError("Mark", "The patch gives a value that this cannot have.")], patched.Errors);
        Assert.Equal([new CrudError("Content", "Content has a value that cannot be saved.")], created.Errors);
        Assert.Equal("good", crates.Stored(context => context.Set<Crate>().Single().Mark.Text));
    }

    private static Task<Result<Page<CrateForm>>> ListAsync(
        CrudOn<CrateContext> crates, ListRequest<Crate, CrateForm> request) =>
        crates.CallAsync(crud => crud.List(request), (crud, token) => crud.ListAsync(request, token));

    public sealed class CrateContext(DbContextOptions<CrateContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Crate>(crate =>
        {
            crate.Property(row => row.Mark).HasConversion(mark => mark.Text, text => new Mark(text));
            crate.Property(row => row.Content).HasConversion(text => Parsed(text), text => text);
        });

        private static string Parsed(string text) => JsonNode.Parse(text)?.ToJsonString() ?? "";
    }
}

public sealed class Crate
{
    public int Id { get; set; }

    public Mark Mark { get; set; } = new("good");

    public string Content { get; set; } = "{}";
}

public sealed record Mark
{
    public Mark(string text) => Text = text != "bad" ? text : throw new BadMarkException();

    public string Text { get; }
}

public sealed class BadMarkException() : Exception("There is no such mark.");

[ProjectsFrom<Crate>]
public sealed partial class CrateForm
{
    public Mark Mark { get; set; } = new("good");

    public string Content { get; set; } = "{}";
}
