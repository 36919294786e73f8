using Microsoft.AspNetCore.Mvc;
using SampleSite.Database;
using SampleSite.Listing;
using SampleSite.Timing;
using Syncopate.Crud;

namespace SampleSite.Blogs;

/// <summary>Blogs, and the reset of all the data. In one form: posts and tags show both.</summary>
[Route("blogs")]
public sealed class BlogsController(CrudService<BlogContext> crud, BlogDatabase database, RequestTiming timing) : Controller
{
    private const string Here = "/blogs";

    private static readonly string[] Members = [nameof(BlogRow.Title), nameof(BlogRow.Blogger), nameof(BlogRow.PostsCount)];

    [HttpGet("")]
    public async Task<ActionResult> ListAsync(ListQuery query, CancellationToken token)
    {
        Result<Page<BlogRow>> blogs = await crud.ListAsync(Asked(query), token);

        return this.Page(blogs, rows => View("List", new ListPage<BlogRow>(Here, query, rows, ServerShare.Of(timing))));
    }

    [HttpGet("{id:int}")]
    public async Task<ActionResult> DetailAsync(int id, CancellationToken token)
    {
        Result<BlogRow> blog = await crud.DetailAsync<Blog, BlogRow>(id, token);

        return this.Page(blog, found => View("Detail", found));
    }

    [HttpGet("create")]
    public ActionResult New() => View("Create", new BlogForm());

    [HttpPost("create")]
    public async Task<ActionResult> CreateAsync(BlogForm form, CancellationToken token)
    {
        if (!ModelState.IsValid)
            return View("Create", form);

        Result<Blog> created = await crud.CreateAsync<Blog, BlogForm>(form, token);
        if (this.CanBeCorrected(created))
            return View("Create", form);

        return this.Page(created, blog => this.GoTo($"{Here}/{blog.Id}", created));
    }

    [HttpGet("{id:int}/edit")]
    public async Task<ActionResult> EditAsync(int id, CancellationToken token)
    {
        var form = await crud.SetUpUpdateAsync<Blog, BlogForm>(id, token);

        return this.Page(form, filled => View("Edit", filled));
    }

    [HttpPost("{id:int}/edit")]
    public async Task<ActionResult> UpdateAsync(int id, BlogForm form, CancellationToken token)
    {
        if (!ModelState.IsValid)
            return View("Edit", form);

        Result<Blog> updated = await crud.UpdateAsync<Blog, BlogForm>(id, form, token);
        if (updated.Outcome == Outcome.Conflict)
            return await ConflictingAsync(id, form, token);
        if (this.CanBeCorrected(updated))
            return View("Edit", form);
        if (this.IsGone(updated))
            return View("Create", form);

        return this.Page(updated, _ => this.GoTo($"{Here}/{id}", updated));
    }

    [HttpGet("{id:int}/delete")]
    public async Task<ActionResult> AskDeleteAsync(int id, CancellationToken token)
    {
        Result<BlogRow> blog = await crud.DetailAsync<Blog, BlogRow>(id, token);

        return this.Page(blog, found => View("Delete", found));
    }

    [HttpPost("{id:int}/delete")]
    public async Task<ActionResult> DeleteAsync(int id, int version, CancellationToken token)
    {
        Result<Blog> deleted = await crud.DeleteAsync<Blog>(id, (_, blog, _) => Task.FromResult(Unchanged(blog, version)), token);
        if (this.CanBeCorrected(deleted))
            return await AskDeleteAsync(id, token);

        return this.Page(deleted, _ => this.GoTo(Here, deleted));
    }

    [HttpGet("reset")]
    public ActionResult AskReset() => View("Reset");

    [HttpPost("reset")]
    public async Task<ActionResult> ResetAsync(CancellationToken token)
    {
        await database.ResetAsync(posts: null, token);

        return this.GoTo(Here, Result.Done(true, "All data is as it was in the beginning."));
    }

    private static ListRequest<Blog, BlogRow> Asked(ListQuery query) => new()
    {
        Filters = string.IsNullOrEmpty(query.Find) ? [] : [new MemberFilter(nameof(BlogRow.Title), FilterComparison.Contains, query.Find)],
        Sort = query.Sort ?? nameof(BlogRow.Title),
        Members = Members,
        Page = query.Page,
        PageSize = query.Size,
    };

    private static IReadOnlyList<CrudError> Unchanged(Blog blog, int version) => blog.Version == version
        ? []
        : [new CrudError("", "Somebody changed this blog since you opened this page. Look at it again before you delete it.")];

    private async Task<ActionResult> ConflictingAsync(int id, BlogForm form, CancellationToken token)
    {
        Result<BlogRow> current = await crud.DetailAsync<Blog, BlogRow>(id, token);
        if (this.IsGone(current))
            return View("Create", form);

        return this.Page(current, found =>
        {
            Response.StatusCode = StatusCodes.Status409Conflict;
            // What was sent would otherwise win over what the form holds now.
            ModelState.Remove(nameof(BlogForm.Version));
            form.Version = found.Version;
            return View("Conflict", new BlogConflict(form, found));
        });
    }
}
