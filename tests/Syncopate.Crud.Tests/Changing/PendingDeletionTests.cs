using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>An update of what its caller has marked for something else, and not saved yet.</summary>
[Trait("Judges", "behaviour")]
public sealed class PendingDeletionTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_that_is_to_be_deleted_is_not_found_and_nothing_deletes_it(string database, string form)
    {
        using CrudOn<JarContext> jars = new(database, form, postgres);
        jars.Given(new Jar { Id = 1, Text = "a" });
        Jar known = jars.Context.Set<Jar>().Single();
        jars.Context.Remove(known);

        Result<Jar>[] updated =
        [
            await jars.CallAsync(
                crud => crud.Update<Jar, JarForm>(1, new JarForm("b")),
                (crud, token) => crud.UpdateAsync<Jar, JarForm>(1, new JarForm("b"), token)),
            await UpdateAsync(jars, new Jar { Id = 1, Text = "b" }),
            await UpdateAsync(jars, known),
        ];

        Assert.All(updated, result => Assert.Equal("This jar does not exist.", result.Message));
        Assert.All(updated, result => Assert.Equal(Outcome.NotFound, result.Outcome));
        Assert.Equal((EntityState.Deleted, "a"), (jars.Context.Entry(known).State, known.Text));
        Assert.Equal("a", jars.Stored(context => context.Set<Jar>().Single().Text));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_that_is_new_is_said_to_be_created(string database, string form)
    {
        using CrudOn<JarContext> jars = new(database, form, postgres);
        Jar added = new() { Id = 1, Text = "a" };
        jars.Context.Add(added);

        Result<Jar> updated = await UpdateAsync(jars, added);

        Assert.Equal((Outcome.Done, "The jar was created."), (updated.Outcome, updated.Message));
        Assert.Equal("a", jars.Stored(context => context.Set<Jar>().Single().Text));
    }

    private static Task<Result<Jar>> UpdateAsync(CrudOn<JarContext> jars, Jar jar) =>
        jars.CallAsync(crud => crud.Update(jar), (crud, token) => crud.UpdateAsync(jar, token));
}

/// <summary>A row whose key its caller gives.</summary>
public sealed class JarContext(DbContextOptions<JarContext> options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder) =>
        modelBuilder.Entity<Jar>().Property(jar => jar.Id).ValueGeneratedNever();
}

public sealed class Jar
{
    public int Id { get; set; }

    public string Text { get; set; } = "";
}

public sealed record JarForm(string Text) : ICopiesTo<Jar>
{
    public void CopyTo(Jar entity) => entity.Text = Text;
}
