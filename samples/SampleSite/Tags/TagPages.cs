using Microsoft.AspNetCore.Mvc;
using SampleSite.Database;
using SampleSite.Listing;
using SampleSite.Timing;
using Syncopate.Crud;

namespace SampleSite.Tags;

/// <summary>What both controllers of tags do between their calls and the visitor: it waits for nothing, so it has one form.</summary>
internal static class TagPages
{
    // What an address may name to sort by and look through; the key is no business of a list.
    private static readonly string[] Members = [nameof(TagRow.Name), nameof(TagRow.Slug), nameof(TagRow.PostsCount)];

    public static ListRequest<Tag, TagRow> Request(ListQuery query) => new()
    {
        Filters = string.IsNullOrEmpty(query.Find) ? [] : [new MemberFilter(nameof(TagRow.Name), FilterComparison.Contains, query.Find)],
        Sort = query.Sort ?? nameof(TagRow.Name),
        Members = Members,
        Page = query.Page,
        PageSize = query.Size,
    };

    public static ActionResult List(Controller controller, Form form, ListQuery query, Result<Page<TagRow>> tags) => controller.Page(tags, rows =>
    {
        var timing = controller.HttpContext.RequestServices.GetRequiredService<RequestTiming>();
        return View(controller, "List", form, new ListPage<TagRow>(Demonstrations.Tags[form].Url, query, rows, ServerShare.Of(timing)));
    });

    public static ActionResult View(Controller controller, string view, Form form, object model)
    {
        controller.ViewData["Form"] = Demonstrations.Tags[form];
        return controller.View($"/Tags/{view}.cshtml", model);
    }

    /// <summary>What to show when somebody else saved first.</summary>
    public static TagConflict Conflict(Controller controller, TagForm mine, TagDetail current)
    {
        controller.Response.StatusCode = StatusCodes.Status409Conflict;
        // What was sent would otherwise win over what the form holds now.
        controller.ModelState.Remove(nameof(TagForm.Version));
        mine.Version = current.Version;
        return new TagConflict(mine, current);
    }

    /// <summary>A delete page looks at a version; what was changed since then is not deleted unseen.</summary>
    public static IReadOnlyList<CrudError> Unchanged(Tag tag, int version) => tag.Version == version
        ? []
        : [new CrudError("", "Somebody changed this tag since you opened this page. Look at it again before you delete it.")];
}
