using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>A key that a row of the same context has already is a user's mistake, as it is in another context.</summary>
[Trait("Judges", "behaviour")]
public sealed class TakenKeyTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_an_error_on_its_member_and_the_next_call_works(string product, string form)
    {
        using AnyDatabase<LedgerContext> database = new(product, Postgres);
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using LedgerContext context = database.Open();
        CrudService<LedgerContext> crud = new(context);
        async Task<Result> Import(string code) => await calls.CallAsync(
            () => crud.Create<Coded, CodedForm>(new(code, "")), token => crud.CreateAsync<Coded, CodedForm>(new(code, ""), token));
        async Task<Result> Add(string code) => await calls.CallAsync(
            () => crud.Create(new Coded { Code = code }), token => crud.CreateAsync(new Coded { Code = code }, token));

        Result[] results = [await Import("a"), await Import("a"), await Add("a"), await Import("b"), await Add("c")];
        Result elsewhere = database.Stored(other => new CrudService<LedgerContext>(other).Create(new Coded { Code = "a" }));

        Assert.Equal([true, false, false, true, true], results.Select(result => result.IsDone));
        Assert.Equal([new CrudError("Code", "There is already a coded with this code.")], elsewhere.Errors);
        Assert.All([results[1], results[2]], result => Assert.Equal(elsewhere.Errors, result.Errors));
        Assert.Equal(3, context.ChangeTracker.Entries().Count());
        Assert.Equal("a b c", database.Stored(other => string.Join(' ', other.Set<Coded>().Select(row => row.Code).Order())));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Of_a_part_of_what_is_created_it_is_one_too(string product, string form)
    {
        Use(product, form);
        Assert.True(Crud.Create(new Tag { Id = 7, Slug = "a" }).IsDone);
        Post post = NewPost();
        post.Tags.Add(new Tag { Id = 7, Slug = "b" });

        Result<Post> refused = await CallAsync(() => Crud.Create(post), token => Crud.CreateAsync(post, token));

        Assert.Equal([new CrudError("Id", "There is already a tag with this id.")], refused.Errors);
        Assert.Single(Crud.Context.ChangeTracker.Entries());
    }
}
