using Microsoft.AspNetCore.Mvc;
using SampleSite.Database;
using SampleSite.Listing;
using SampleSite.Timing;
using Syncopate.Crud;

namespace SampleSite.Posts;

/// <summary>What both controllers of posts do between their calls and the visitor: it waits for nothing, so it has one form.</summary>
internal static class PostPages
{
    // What an address may name to sort by and look through; the key is no business of a list.
    private static readonly string[] Members = [nameof(PostRow.Title), nameof(PostRow.Blogger), nameof(PostRow.TagNames), nameof(PostRow.LastUpdated)];

    public static ListRequest<Post, PostRow> Request(ListQuery query) => new()
    {
        Where = query.Tag is { } id ? post => post.Tags.Any(tag => tag.Id == id) : null,
        Filters = string.IsNullOrEmpty(query.Find) ? [] : [new MemberFilter(nameof(PostRow.Title), FilterComparison.Contains, query.Find)],
        Sort = query.Sort ?? "-" + nameof(PostRow.LastUpdated),
        Members = Members,
        Page = query.Page,
        PageSize = query.Size,
    };

    public static ActionResult List(Controller controller, Form form, ListQuery query, Result<Page<PostRow>> posts) => controller.Page(posts, rows =>
    {
        var timing = controller.HttpContext.RequestServices.GetRequiredService<RequestTiming>();
        return View(controller, "List", form, new ListPage<PostRow>(Demonstrations.Posts[form].Url, query, rows, ServerShare.Of(timing)));
    });

    public static ActionResult View(Controller controller, string view, Form form, object model)
    {
        controller.ViewData["Form"] = Demonstrations.Posts[form];
        return controller.View($"/Posts/{view}.cshtml", model);
    }

    /// <summary>What to show when somebody else saved first.</summary>
    public static PostConflict Conflict(Controller controller, PostForm mine, PostDetail current)
    {
        controller.Response.StatusCode = StatusCodes.Status409Conflict;
        // What was sent would otherwise win over what the form holds now.
        controller.ModelState.Remove(nameof(PostForm.Version));
        mine.Version = current.Version;
        return new PostConflict(mine, current);
    }

    /// <summary>A delete page looks at a version; what was changed since then is not deleted unseen.</summary>
    public static IReadOnlyList<CrudError> Unchanged(Post post, int version) => post.Version == version
        ? []
        : [new CrudError("", "Somebody changed this post since you opened this page. Look at it again before you delete it.")];
}
