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

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_sets_inside_a_complex_value_is_in_the_row_too(string database, string form)
    {
        Use(database, form);
        Given(new Country { Id = 1, Code = "AT", Money = new Money { Unit = "EUR" } });
        Country known = Crud.Context.Set<Country>().Single();
        Stored(other => other.Set<Country>().ExecuteUpdate(set => set.SetProperty(row => row.Money.Unit, "ATS")));

        Result<Country> updated = await CallAsync(
            () => Crud.Update<Country, UnitForm>(1, new("EUR")), token => Crud.UpdateAsync<Country, UnitForm>(1, new("EUR"), token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(("EUR", "EUR"), (known.Money.Unit, Stored(other => other.Set<Country>().Single().Money.Unit)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_caller_has_not_saved_yet_is_saved_over_what_others_wrote(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Id = 1, Slug = "a", Name = "t1" });
        Tag known = Crud.Context.Find<Tag>(1)!;
        known.Slug = "mine";
        Elsewhere("b", "t2");

        Result<Tag> updated = await CallAsync(
            () => Crud.Update<Tag, NameForm>(1, new("t1")), token => Crud.UpdateAsync<Tag, NameForm>(1, new("t1"), token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(("mine t1", "mine t1"), (Stored(Told), Told(known)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_caller_has_changed_and_EF_Core_not_noticed_stays(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Id = 1, Slug = "a", Name = "t1" });
        Tag known = Crud.Context.Find<Tag>(1)!;
        Crud.Context.ChangeTracker.AutoDetectChangesEnabled = false;
        known.Slug = "mine";
        Elsewhere("b", "t2");

        Result<Tag> refused = await CallAsync(
            () => Crud.Update<Tag, NameForm>(1, new("a\0")),
            token => Crud.UpdateAsync<Tag, NameForm>(1, new("a\0"), token));
        string afterRefusal = Told(known);
        Result<Tag> updated = await CallAsync(
            () => Crud.Update<Tag, NameForm>(1, new("t3")),
            token => Crud.UpdateAsync<Tag, NameForm>(1, new("t3"), token));

        Assert.Equal((Outcome.Invalid, "mine t1"), (refused.Outcome, afterRefusal));
        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(("mine t3", "mine t3"), (Stored(Told), Told(known)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_caller_has_changed_inside_a_complex_value_and_EF_Core_not_noticed_stays(
        string database, string form)
    {
        Use(database, form);
        Given(new Country { Id = 1, Code = "AT", Money = new Money { Unit = "EUR" } });
        Country known = Crud.Context.Set<Country>().Single();
        Crud.Context.ChangeTracker.AutoDetectChangesEnabled = false;
        known.Money.Unit = "ATS";

        Result<Country> refused = await CallAsync(
            () => Crud.Update<Country, UnitForm>(1, new("a\0")),
            token => Crud.UpdateAsync<Country, UnitForm>(1, new("a\0"), token));

        Assert.Equal((Outcome.Invalid, "ATS"), (refused.Outcome, known.Money.Unit));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_is_asked_before_a_deletion_is_what_the_row_has_now(string database, string form)
    {
        Use(database, form);
        Given(new Tag { Id = 1, Slug = "a", Name = "free" });
        Tag known = Crud.Context.Find<Tag>(1)!;
        Elsewhere("a", "kept");
        IReadOnlyList<CrudError> Refuse(Tag tag) => tag.Name == "kept" ? [new CrudError("", "It is kept.")] : [];

        Result<Tag> refused = await CallAsync(
            () => Crud.Delete<Tag>(1, (_, tag) => Refuse(tag)),
            token => Crud.DeleteAsync<Tag>(1, (_, tag, _) => Task.FromResult(Refuse(tag)), token));

        Assert.Equal("It is kept.", refused.Message);
        Assert.Equal("a free", Told(known));
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

public sealed record NameForm(string Name) : ICopiesTo<Tag>
{
    public void CopyTo(Tag entity) => entity.Name = Name;
}

public sealed record UnitForm(string Unit) : ICopiesTo<Country>
{
    public void CopyTo(Country entity) => entity.Money.Unit = Unit;
}
