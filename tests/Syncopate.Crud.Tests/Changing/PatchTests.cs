using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

public sealed class PatchTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private static readonly (string Path, string Value)[] Shown =
    [
        ("/blogName", "\"x\""), ("/blog", "null"), ("/blog/name", "\"x\""), ("/tagsCount", "9"), ("/rank", "9"), ("/titleLength", "9"),
    ];

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Operations_are_applied_in_order_and_all_or_none(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        JsonPatch good = Parse("""
            [{"op":"test","path":"/title","value":"First"},{"op":"replace","path":"/title","value":"New"},
             {"op":"remove","path":"/tagIds/0"},{"op":"add","path":"/tagIds/-","value":3}]
            """);
        JsonPatch bad = Parse("""[{"op":"replace","path":"/title","value":"Newer"},{"op":"replace","path":"/stars","value":"many"}]""");

        Result<Post> done = await CallAsync(() => Crud.Patch<Post, PostForm>(id, good), token => Crud.PatchAsync<Post, PostForm>(id, good, token));
        Result<Post> refused = await CallAsync(() => Crud.Patch<Post, PostForm>(id, bad), token => Crud.PatchAsync<Post, PostForm>(id, bad, token));

        Assert.True(done.IsDone, done.ToString());
        Assert.Equal(("Stars", Outcome.Invalid), (Assert.Single(refused.Errors).Path, refused.Outcome));
        Assert.Equal("New: 2 3", Stored(TitleAndTags));
    }

    [Theory]
    [InlineData("""[{"op":"replace","path":"/id","value":9}]""", "Id", "'/id' cannot be changed.")]
    [InlineData("""[{"op":"replace","path":"/author","value":"Me"}]""", "Author", "'/author' cannot be changed.")]
    [InlineData("""[{"op":"replace","path":"/isAdmin","value":true}]""", "", "There is no '/isAdmin' to patch.")]
    [InlineData("""[{"op":"add","path":"/isAdmin","value":true}]""", "", "There is no '/isAdmin' to patch.")]
    [InlineData("""[{"op":"replace","path":"","value":{}}]""", "", "There is no '' to patch.")]
    [InlineData("""[{"op":"move","from":"/title","path":"/author"}]""", "Author", "'/author' cannot be changed.")]
    [InlineData(
        """[{"op":"copy","from":"/author","path":"/title"}]""",
        "Title",
        "'copy' is no operation of a patch here; there are add, replace, remove and test.")]
    [InlineData("""[{"op":"replace","path":"/tagIds/5","value":1}]""", "TagIds", "There is no '/tagIds/5' to replace.")]
    [InlineData("""[{"op":"remove","path":"/stars"}]""", "Stars", "The patch gives a value that this cannot have.")]
    [InlineData("""[{"op":"remove","path":"/title"}]""", "Title", "A post needs a title.")]
    [InlineData("""[{"op":"remove","path":"/tagIds"}]""", "TagIds", "Tag ids must not be empty.")]
    public void What_may_not_be_changed_is_refused_by_its_member(string json, string path, string message)
    {
        Use("sqlite", "sync");
        int id = PostWithTags();

        Result<Post> refused = Crud.Patch<Post, PostForm>(id, Parse(json));

        Assert.Equal([new CrudError(path, message)], refused.Errors);
        Assert.Equal("First", Stored(context => context.Set<Post>().Single().Title));
    }

    [Fact]
    public void A_test_that_fails_is_a_conflict_with_what_is_there()
    {
        Use("sqlite", "sync");
        int id = PostWithTags();

        Result<Post> conflict = Crud.Patch<Post, PostForm>(
            id,
            Parse("""[{"op":"test","path":"/version","value":7},{"op":"replace","path":"/title","value":"New"}]"""));

        Assert.Equal(Outcome.Conflict, conflict.Outcome);
        Assert.Equal(("First", 1), (conflict.Current?["Title"], conflict.Current?["Version"]));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_patch_of_the_title_leaves_the_tags(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        JsonPatch title = Parse("""[{"op":"replace","path":"/title","value":"New"}]""");

        var done = await CallAsync(() => Crud.Patch<Post, KeysForm>(id, title), token => Crud.PatchAsync<Post, KeysForm>(id, title, token));
        var mistake = await Assert.ThrowsAsync<InvalidOperationException>(
            () => CallAsync(() => Crud.Patch<Post, TagsForm>(id, title), token => Crud.PatchAsync<Post, TagsForm>(id, title, token)));

        Assert.Equal("The post was changed.", done.Message);
        Assert.Contains("its projection does not read TagIds", mistake.Message, StringComparison.Ordinal);
        Assert.Equal("New: 1 2", Stored(TitleAndTags));
    }

    /// <summary>JSON writes another character in its place: the title would have been saved as another text than was given.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task Half_a_character_in_a_patch_that_was_not_parsed_is_refused(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        JsonPatch half = new([new JsonPatchOperation("replace", "/title", "x\ud800y")]);

        Result<Post> refused = await CallAsync(
            () => Crud.Patch<Post, PostForm>(id, half), token => Crud.PatchAsync<Post, PostForm>(id, half, token));

        Assert.Equal(
            (Outcome.Invalid, "An operation of a patch has 'op' and 'path', and a value that can be read."),
            (refused.Outcome, refused.Message));
    }

    [Theory]
    [InlineData("""[{"op":"replace","path":"/title","value":"\ud800"}]""")]
    [InlineData("""[{"op":"test","path":"/title","value":{"a":1,"a":2}}]""")]
    [InlineData("""[{"op":"add","path":"/tagIds/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0","value":1}]""")]
    [InlineData("""[{"op":"replace","path":"/title","value":[[[[1]]]]}]""")]
    public void What_JSON_can_say_and_no_value_can_be_is_refused(string json)
    {
        Use("sqlite", "sync");
        int id = PostWithTags();

        Result<JsonPatch> patch = JsonPatch.Parse(json);
        Result<Post> refused = patch.IsDone ? Crud.Patch<Post, PostForm>(id, patch.Value) : patch.As<Post>();

        Assert.Equal(Outcome.Invalid, refused.Outcome);
    }

    [Fact]
    public void Operations_that_a_model_binder_left_empty_and_too_many_of_them_are_refused()
    {
        Use("sqlite", "sync");
        int id = PostWithTags();
        JsonPatchOperation good = new("test", "/title", "First");

        Result[] refused =
        [
            Crud.Patch<Post, PostForm>(id, new JsonPatch([null!])),
            Crud.Patch<Post, PostForm>(id, new JsonPatch([good with { Path = null! }])),
            Crud.Patch<Post, PostForm>(id, new JsonPatch([good with { Op = null! }])),
            Crud.Patch<Post, PostForm>(id, new JsonPatch([.. Enumerable.Repeat(good, 201)])),
        ];

        Assert.All(refused, result => Assert.Equal(Outcome.Invalid, result.Outcome));
        Assert.True(Crud.Patch<Post, PostForm>(id, new JsonPatch([.. Enumerable.Repeat(good, 200)])).IsDone);
    }

    [Theory]
    [InlineData("""[{"op":"replace","path":"/stars","value":3}]""", "Stars")]
    [InlineData("""[{"op":"replace","path":"/title","value":"x"}]""", "Title")]
    public void What_a_form_only_shows_cannot_be_patched(string json, string path)
    {
        Use("sqlite", "sync");
        int id = PostWithTags();

        Assert.Equal(path, Assert.Single(Crud.Patch<Post, ShownForm>(id, Parse(json)).Errors).Path);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_shows_by_init_and_no_copy_takes_cannot_be_patched(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        foreach ((string path, string value) in Shown)
        {
            string operation = $$"""{"op":"replace","path":"{{path}}","value":{{value}}}""";
            JsonPatch alone = Parse($"[{operation}]");
            JsonPatch beside = Parse($$"""[{"op":"replace","path":"/title","value":"x"},{{operation}}]""");

            Result[] results =
            [
                await CallAsync(() => Crud.Patch<Post, BlogNamed>(id, alone), token => Crud.PatchAsync<Post, BlogNamed>(id, alone, token)),
                await CallAsync(
                    () => Crud.Patch<Post, BlogNamed>(id, beside), token => Crud.PatchAsync<Post, BlogNamed>(id, beside, token)),
            ];

            Assert.All(results, result => Assert.Equal($"'{path}' cannot be changed.", Assert.Single(result.Errors).Message));
        }
        Assert.Equal("First: 1 2", Stored(TitleAndTags));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_a_form_that_writes_itself_only_shows_cannot_be_patched(string database, string form)
    {
        Use(database, form);
        int id = PostWithTags();
        JsonPatch shown = Parse("""[{"op":"replace","path":"/blogName","value":"x"}]""");
        JsonPatch written = Parse("""[{"op":"replace","path":"/tagIds","value":[3]}]""");

        Result<Post> refused = await CallAsync(
            () => Crud.Patch<Post, KeysForm>(id, shown), token => Crud.PatchAsync<Post, KeysForm>(id, shown, token));
        Result<Post> done = await CallAsync(
            () => Crud.Patch<Post, KeysForm>(id, written),
            token => Crud.PatchAsync<Post, KeysForm>(id, written, token));

        Assert.Equal([new CrudError("BlogName", "'/blogName' cannot be changed.")], refused.Errors);
        Assert.True(done.IsDone, $"{done}");
        Assert.Equal("First: 3", Stored(TitleAndTags));
    }

    [Theory, InlineData("{}"), InlineData("no json"), InlineData("[{}]"), InlineData("[null]"), InlineData("null")]
    [InlineData("""[{"op":"test"}]""")]
    public void Text_that_is_no_patch_is_a_user_s_mistake(string json) => Assert.Equal(Outcome.Invalid, JsonPatch.Parse(json).Outcome);

    private sealed class ShownForm : IProjection<Post, ShownForm>, ICopiesTo<Post>
    {
        public static System.Linq.Expressions.Expression<Func<Post, ShownForm>> Projection { get; } = post =>
            new ShownForm { Title = post.Title, Stars = post.Stars };

        [System.ComponentModel.DataAnnotations.Editable(false)]
        public string Title { get; set; } = "";

        [System.ComponentModel.ReadOnly(true)]
        public int Stars { get; set; }

        public void CopyTo(Post entity) => entity.Text = "x";
    }

    private static JsonPatch Parse(string json) => JsonPatch.Parse(json).Value;

    private static string TitleAndTags(BlogContext context) => context.Set<Post>()
        .Select(post => $"{post.Title}: {string.Join(' ', post.Tags.Select(tag => tag.Id).Order())}").Single();
}
