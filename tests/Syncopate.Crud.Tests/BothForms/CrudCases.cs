using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Reading;

namespace Syncopate.Crud.Tests.BothForms;

/// <summary>The table. Before each call there are blog 100 (notes), tag 100 (old), tag 101 (new), and post 100 (First,
/// 1 star, version 1, tagged old).</summary>
internal static class CrudCases
{
    public const string RowsBefore = "blog notes 'Notes' in ''; post 'First' *1 v1 (old); tag new; tag old";

    private static readonly CrudError UnknownTag = new("TagIds", "A tag that was chosen does not exist.");

    public static IReadOnlyList<CrudCase> All { get; } =
        [.. Reading(), .. Creating(), .. Updating(), .. Deleting(), .. Patching(), .. Bulk()];

    private static CrudCase[] Reading() =>
    [
        new("A row is shown", c => c.Detail<Post, PostRow>(100), async (c, t) => await c.DetailAsync<Post, PostRow>(100, t)),
        new("A row is missing", c => c.Detail<Post>(7), async (c, t) => await c.DetailAsync<Post>(7, t))
        {
            Outcome = Outcome.NotFound,
            Message = "This post does not exist.",
        },
        new("A list is sorted by a stranger",
            c => c.List(new ListRequest<Post, PostRow> { Sort = "Text" }),
            async (c, t) => await c.ListAsync(new ListRequest<Post, PostRow> { Sort = "Text" }, t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Text", "A list cannot be sorted or filtered by 'Text'; it can by BlogName, Id, Stars, Title.")],
        },
        new("A form is set up", c => c.SetUpUpdate<Post, PostForm>(100), async (c, t) => await c.SetUpUpdateAsync<Post, PostForm>(100, t)),
        new(
            "A form of a row that is gone is set up",
            c => c.SetUpUpdate<Post, PostForm>(7),
            async (c, t) => await c.SetUpUpdateAsync<Post, PostForm>(7, t))
        {
            Outcome = Outcome.NotFound,
            Message = "This post does not exist.",
        },
    ];

    private static CrudCase[] Creating() =>
    [
        new("A tag is created", c => c.Create(new Tag { Slug = "x" }), async (c, t) => await c.CreateAsync(new Tag { Slug = "x" }, t))
        {
            Message = "The tag was created.",
            Rows = "blog notes 'Notes' in ''; post 'First' *1 v1 (old); tag new; tag old; tag x",
        },
        new(
            "A post is created by a form with its tags",
            c => c.Create<Post, PostForm>(Form(tags: [100, 101])),
            async (c, t) => await c.CreateAsync<Post, PostForm>(Form(tags: [100, 101]), t))
        {
            Message = "The post was created.",
            Rows = "blog notes 'Notes' in ''; post 'First' *1 v1 (old); post 'Form' *2 v2 (new old); tag new; tag old",
        },
        new("A slug is taken", c => c.Create(new Tag { Slug = "old" }), async (c, t) => await c.CreateAsync(new Tag { Slug = "old" }, t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Slug", "There is already a tag with this slug.")],
        },
        new(
            "A blog does not exist",
            c => c.Create<Post, PostForm>(Form(blog: 7)),
            async (c, t) => await c.CreateAsync<Post, PostForm>(Form(blog: 7), t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("BlogId", "The blog that was chosen does not exist.")],
        },
        new(
            "A tag does not exist",
            c => c.Create<Post, PostForm>(Form(tags: [7])),
            async (c, t) => await c.CreateAsync<Post, PostForm>(Form(tags: [7]), t))
        {
            Outcome = Outcome.Invalid,
            Errors = [UnknownTag],
        },
        new(
            "A title is missing",
            c => c.Create<Post, PostForm>(Form(title: "")),
            async (c, t) => await c.CreateAsync<Post, PostForm>(Form(title: ""), t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Title", "A post needs a title.")],
        },
        new("A slug is null", c => c.Create(new Tag { Slug = null! }), async (c, t) => await c.CreateAsync(new Tag { Slug = null! }, t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Slug", "Slug must not be empty.")],
        },
        new(
            "Two texts are too long, one of them in an owned value",
            c => c.Create(LongBlog()),
            async (c, t) => await c.CreateAsync(LongBlog(), t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Name", "A blog needs a name."), new("Address.City", "City has 12 characters; at most 10 are allowed.")],
        },
        new(
            "A check is broken",
            c => c.Create<Post, PostForm>(Form(stars: 6)),
            async (c, t) => await c.CreateAsync<Post, PostForm>(Form(stars: 6), t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Stars", "Stars has a value that is not allowed.")],
        },
    ];

    private static CrudCase[] Updating() =>
    [
        new(
            "A post is changed by a form",
            c => c.Update<Post, PostForm>(100, Form(tags: [101])),
            async (c, t) => await c.UpdateAsync<Post, PostForm>(100, Form(tags: [101]), t))
        {
            Message = "The post was changed.",
            Rows = "blog notes 'Notes' in ''; post 'Form' *2 v2 (new); tag new; tag old",
        },
        new("A tag is changed by an entity of the caller",
            c => c.Update(new Tag { Id = 100, Slug = "older" }),
            async (c, t) => await c.UpdateAsync(new Tag { Id = 100, Slug = "older" }, t))
        {
            Message = "The tag was changed.",
            Rows = "blog notes 'Notes' in ''; post 'First' *1 v1 (older); tag new; tag older",
        },
        new(
            "Nothing differs",
            c => c.Update(new Tag { Id = 100, Slug = "old" }),
            async (c, t) => await c.UpdateAsync(new Tag { Id = 100, Slug = "old" }, t))
        {
            Message = "Nothing had changed, so nothing was saved.",
        },
        new(
            "A post to change is gone",
            c => c.Update<Post, PostForm>(7, Form()),
            async (c, t) => await c.UpdateAsync<Post, PostForm>(7, Form(), t))
        {
            Outcome = Outcome.NotFound,
            Message = "This post does not exist.",
        },
        new(
            "Somebody else was faster",
            c => c.Update<Post, PostForm>(100, Form(version: 0)),
            async (c, t) => await c.UpdateAsync<Post, PostForm>(100, Form(version: 0), t))
        {
            Outcome = Outcome.Conflict,
            Message = "Somebody else changed the post in the meantime. Nothing was saved.",
        },
        new(
            "A changed slug is taken",
            c => c.Update(new Tag { Id = 100, Slug = "new" }),
            async (c, t) => await c.UpdateAsync(new Tag { Id = 100, Slug = "new" }, t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Slug", "There is already a tag with this slug.")],
        },
    ];

    private static CrudCase[] Deleting() =>
    [
        new("A post is deleted", c => c.Delete<Post>(100), async (c, t) => await c.DeleteAsync<Post>(100, cancellationToken: t))
        {
            Message = "The post was deleted.",
            Rows = "blog notes 'Notes' in ''; tag new; tag old",
        },
        new("A post to delete is gone", c => c.Delete<Post>(7), async (c, t) => await c.DeleteAsync<Post>(7, cancellationToken: t))
        {
            Outcome = Outcome.NotFound,
            Message = "This post does not exist.",
        },
        new("A blog still has posts", c => c.Delete<Blog>(100), async (c, t) => await c.DeleteAsync<Blog>(100, cancellationToken: t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("", "This blog cannot be deleted, because posts still refer to it.")],
        },
        new("An action refuses the deletion",
            c => c.Delete<Post>(100, (_, post) => [new("Title", $"{post.Title} is sacred.")]),
            async (c, t) => await c.DeleteAsync<Post>(
                100,
                (_, post, _) => Task.FromResult<IReadOnlyList<CrudError>>([new("Title", $"{post.Title} is sacred.")]),
                t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Title", "First is sacred.")],
        },
        new("An action deletes first what would forbid it",
            c => c.Delete<Blog>(
                100,
                (context, blog) => Remove(context, context.Set<Post>().Where(post => post.BlogId == blog.Id).ToList())),
            async (c, t) => await c.DeleteAsync<Blog>(
                100,
                (context, blog, _) => Task.FromResult(
                    Remove(context, context.Set<Post>().Where(post => post.BlogId == blog.Id).ToList())),
                t))
        {
            Message = "The blog was deleted.",
            Rows = "tag new; tag old",
        },
    ];

    private static CrudCase[] Patching() =>
    [
        new(
            "A member is patched",
            c => c.Patch<Post, PostForm>(100, Patch("replace", "/title", "Patched")),
            async (c, t) => await c.PatchAsync<Post, PostForm>(100, Patch("replace", "/title", "Patched"), t))
        {
            Message = "The post was changed.",
            Rows = "blog notes 'Notes' in ''; post 'Patched' *1 v2 (old); tag new; tag old",
        },
        new(
            "A protected member is patched",
            c => c.Patch<Post, PostForm>(100, Patch("replace", "/author", "Me")),
            async (c, t) => await c.PatchAsync<Post, PostForm>(100, Patch("replace", "/author", "Me"), t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Author", "'/author' cannot be changed.")],
        },
        new(
            "A patch finds something else",
            c => c.Patch<Post, PostForm>(100, Patch("test", "/title", "Other")),
            async (c, t) => await c.PatchAsync<Post, PostForm>(100, Patch("test", "/title", "Other"), t))
        {
            Outcome = Outcome.Conflict,
            Message = "'/title' does not hold what the patch expects. Nothing was saved.",
        },
    ];

    private static CrudCase[] Bulk() =>
    [
        new("Many are changed at once",
            c => c.UpdateWhere<Post>(post => post.Stars == 1, set => set.SetProperty(post => post.Title, "All")),
            async (c, t) => await c.UpdateWhereAsync<Post>(post => post.Stars == 1, set => set.SetProperty(post => post.Title, "All"), t))
        {
            Message = "1 row was changed.",
            Rows = "blog notes 'Notes' in ''; post 'All' *1 v1 (old); tag new; tag old",
        },
        new("Many cannot be changed at once",
            c => c.UpdateWhere<Tag>(tag => true, set => set.SetProperty(tag => tag.Slug, "same")),
            async (c, t) => await c.UpdateWhereAsync<Tag>(tag => true, set => set.SetProperty(tag => tag.Slug, "same"), t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("Slug", "There is already a tag with this slug.")],
        },
        new(
            "Many are deleted at once",
            c => c.DeleteWhere<Tag>(tag => tag.Slug == "new"),
            async (c, t) => await c.DeleteWhereAsync<Tag>(tag => tag.Slug == "new", t))
        {
            Message = "1 row was deleted.",
            Rows = "blog notes 'Notes' in ''; post 'First' *1 v1 (old); tag old",
        },
        new(
            "Many cannot be deleted at once",
            c => c.DeleteWhere<Blog>(blog => true),
            async (c, t) => await c.DeleteWhereAsync<Blog>(blog => true, t))
        {
            Outcome = Outcome.Invalid,
            Errors = [new("", "This blog cannot be deleted, because posts still refer to it.")],
        },
    ];

    private static PostForm Form(string title = "Form", int stars = 2, int blog = 100, int version = 1, List<int>? tags = null) =>
        new() { Title = title, Stars = stars, BlogId = blog, Version = version, TagIds = tags ?? [] };

    private static Blog LongBlog() => new() { Name = "", Slug = "long", Address = new Address { City = "Wolkersdorf." } };

    private static JsonPatch Patch(string op, string path, string value) => new([new JsonPatchOperation(op, path, value)]);

    private static IReadOnlyList<CrudError> Remove(BlogContext context, List<Post> posts)
    {
        context.RemoveRange(posts);
        return [];
    }
}
