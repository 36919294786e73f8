using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A row without a token that a context has known for long, and that somebody else has changed since: what a
/// form sets is written, also where the context thinks that the row has it already, and the rest stays.</summary>
[Trait("Judges", "behaviour")]
public sealed class StaleContextTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_sets_is_in_the_row_and_what_others_wrote_stays(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Id = 1, Slug = "a", Name = "t1" });
        Tag known = Crud.Context.Find<Tag>(1)!;
        Elsewhere("a", "t2");
        Tag given = new() { Id = 1, Slug = "b", Name = "t1" };

        Result<Tag> whole = await CallAsync(() => Crud.Update(given), token => Crud.UpdateAsync(given, token));
        string afterWhole = Stored(Told);
        Elsewhere("b", "t3");
        Result<Tag> part = await CallAsync(
            () => Crud.Update<Tag, SlugForm>(1, new("c")), token => Crud.UpdateAsync<Tag, SlugForm>(1, new("c"), token));

        Assert.True(whole.IsDone && part.IsDone, $"{whole} {part}");
        Assert.Equal("b t1", afterWhole);
        Assert.Equal(("c t3", "c t3"), (Stored(Told), $"{known.Slug} {known.Name}"));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_call_leaves_what_the_context_knew(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Id = 1, Slug = "a", Name = "t1" }, new Tag { Id = 2, Slug = "taken" });
        Tag known = Crud.Context.Find<Tag>(1)!;
        Elsewhere("a", "t2");

        Result<Tag> refused = await CallAsync(
            () => Crud.Update<Tag, SlugForm>(1, new("taken")), token => Crud.UpdateAsync<Tag, SlugForm>(1, new("taken"), token));

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal("a t1", $"{known.Slug} {known.Name}");
        Assert.Equal(0, Crud.Context.SaveChanges());
        Assert.Equal("a t2", Stored(context => Told(context.Find<Tag>(1)!)));
    }

    private void Elsewhere(string slug, string name)
    {
        using BlogContext other = Database.Open();
        other.Set<Tag>().Where(tag => tag.Id == 1)
            .ExecuteUpdate(set => set.SetProperty(tag => tag.Slug, slug).SetProperty(tag => tag.Name, name));
    }

    private static string Told(BlogContext context) => Told(context.Set<Tag>().Single());

    private static string Told(Tag tag) => $"{tag.Slug} {tag.Name}";
}

public sealed record SlugForm(string Slug) : ICopiesTo<Tag>
{
    public void CopyTo(Tag entity) => entity.Slug = Slug;
}
