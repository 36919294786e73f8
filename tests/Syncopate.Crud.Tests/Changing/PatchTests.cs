using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

public sealed class PatchTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task Operations_are_applied_in_order_and_all_or_none(string database, string form)
    {
        Use(database, form);
        var id = PostWithTags();
        var good = Parse("""[{"op":"test","path":"/title","value":"First"},{"op":"replace","path":"/title","value":"New"},{"op":"remove","path":"/tagIds/0"},{"op":"add","path":"/tagIds/-","value":3}]""");
        var bad = Parse("""[{"op":"replace","path":"/title","value":"Newer"},{"op":"replace","path":"/stars","value":"many"}]""");

        var done = await CallAsync(() => Crud.Patch<Post, PostForm>(id, good), token => Crud.PatchAsync<Post, PostForm>(id, good, token));
        var refused = await CallAsync(() => Crud.Patch<Post, PostForm>(id, bad), token => Crud.PatchAsync<Post, PostForm>(id, bad, token));

        Assert.True(done.IsDone, done.ToString());
        Assert.Equal(("Stars", Outcome.Invalid), (Assert.Single(refused.Errors).Path, refused.Outcome));
        Assert.Equal("New: 2 3", Stored(context => context.Set<Post>().Select(post => $"{post.Title}: {string.Join(' ', post.Tags.Select(tag => tag.Id).Order())}").Single()));
    }

    [Theory]
    [InlineData("""[{"op":"replace","path":"/id","value":9}]""", "Id", "'/id' cannot be changed.")]
    [InlineData("""[{"op":"replace","path":"/author","value":"Me"}]""", "Author", "'/author' cannot be changed.")]
    [InlineData("""[{"op":"replace","path":"/isAdmin","value":true}]""", "", "There is no '/isAdmin' to patch.")]
    [InlineData("""[{"op":"add","path":"/isAdmin","value":true}]""", "", "There is no '/isAdmin' to patch.")]
    [InlineData("""[{"op":"replace","path":"","value":{}}]""", "", "There is no '' to patch.")]
    [InlineData("""[{"op":"move","from":"/title","path":"/author"}]""", "Author", "'/author' cannot be changed.")]
    [InlineData("""[{"op":"copy","from":"/author","path":"/title"}]""", "Title", "'copy' is no operation of a patch here; there are add, replace, remove and test.")]
    [InlineData("""[{"op":"replace","path":"/tagIds/5","value":1}]""", "TagIds", "There is no '/tagIds/5' to replace.")]
    [InlineData("""[{"op":"remove","path":"/stars"}]""", "Stars", "The patch gives a value that this cannot have.")]
    [InlineData("""[{"op":"remove","path":"/title"}]""", "Title", "A post needs a title.")]
    public void What_may_not_be_changed_is_refused_by_its_member(string json, string path, string message)
    {
        Use("sqlite", "sync");
        var id = PostWithTags();

        var refused = Crud.Patch<Post, PostForm>(id, Parse(json));

        Assert.Equal([new CrudError(path, message)], refused.Errors);
        Assert.Equal("First", Stored(context => context.Set<Post>().Single().Title));
    }

    [Fact]
    public void A_test_that_fails_is_a_conflict_with_what_is_there()
    {
        Use("sqlite", "sync");
        var id = PostWithTags();

        var conflict = Crud.Patch<Post, PostForm>(id, Parse("""[{"op":"test","path":"/version","value":7},{"op":"replace","path":"/title","value":"New"}]"""));

        Assert.Equal(Outcome.Conflict, conflict.Outcome);
        Assert.Equal(("First", 1), (conflict.Current?["Title"], conflict.Current?["Version"]));
    }

    [Theory, InlineData("{}"), InlineData("no json"), InlineData("[{}]"), InlineData("[null]"), InlineData("null"), InlineData("""[{"op":"test"}]""")]
    public void Text_that_is_no_patch_is_a_user_s_mistake(string json) => Assert.Equal(Outcome.Invalid, JsonPatch.Parse(json).Outcome);

    private static JsonPatch Parse(string json) => JsonPatch.Parse(json).Value;

    private int PostWithTags()
    {
        Tag[] tags = [new() { Id = 1, Slug = "a" }, new() { Id = 2, Slug = "b" }, new() { Id = 3, Slug = "c" }];
        var post = NewPost();
        post.Tags.Add(tags[0]);
        post.Tags.Add(tags[1]);
        Given([.. tags, post]);
        return post.Id;
    }
}
