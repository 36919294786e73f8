using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>What a form says of a concurrency token may be nothing, or of another type than the token's.</summary>
[Trait("Judges", "behaviour")]
public sealed class MissingTokenTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_token_that_a_request_leaves_out_is_an_error_on_its_member(string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();

        Result<Post> refused = await CallAsync(
            () => Crud.Update<Post, LooseForm>(post.Id, new("new", null)),
            token => Crud.UpdateAsync<Post, LooseForm>(post.Id, new("new", null), token));
        Result<Post> done = await CallAsync(
            () => Crud.Update<Post, LooseForm>(post.Id, new("new", 1)),
            token => Crud.UpdateAsync<Post, LooseForm>(post.Id, new("new", 1), token));

        Assert.Equal([new CrudError("Version", "Version must not be empty.")], refused.Errors);
        Assert.True(done.IsDone, $"{done}");
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_token_of_a_wider_type_is_compared_and_one_that_no_row_can_have_is_an_error(
        string database, string form)
    {
        Use(database, form);
        Post post = GivenPost();

        Result<Post> refused = await CallAsync(
            () => Crud.Update<Post, WideForm>(post.Id, new("new", 1L << 40)),
            token => Crud.UpdateAsync<Post, WideForm>(post.Id, new("new", 1L << 40), token));
        Result<Post> done = await CallAsync(
            () => Crud.Update<Post, WideForm>(post.Id, new("new", 1)),
            token => Crud.UpdateAsync<Post, WideForm>(post.Id, new("new", 1), token));

        Assert.Equal([new CrudError("Version", "'1099511627776' is no value that version can have.")], refused.Errors);
        Assert.True(done.IsDone, $"{done}");
    }

    public sealed record LooseForm(string Title, int? Version) : ICopiesTo<Post>
    {
        public void CopyTo(Post entity) => entity.Title = Title;
    }

    public sealed record WideForm(string Title, long Version) : ICopiesTo<Post>
    {
        public void CopyTo(Post entity) => entity.Title = Title;
    }
}
