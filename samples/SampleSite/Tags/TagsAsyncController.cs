using Microsoft.AspNetCore.Mvc;
using SampleSite.Database;
using SampleSite.Listing;
using Syncopate.Crud;

namespace SampleSite.Tags;

/// <summary>Tags, every access to the database awaited. <see cref="TagsSyncController"/> is the twin.</summary>
[Route("tags/async")]
public sealed class TagsAsyncController(CrudService<BlogContext> crud) : Controller
{
    private const string Here = "/tags/async";

    [HttpGet("")]
    public async Task<ActionResult> ListAsync(
        ListQuery query, CancellationToken token)
    {
        Result<Page<TagRow>> tags = await crud.ListAsync(TagPages.Request(query), token);

        return TagPages.List(this, Form.Async, query, tags);
    }

    [HttpGet("{id:int}")]
    public async Task<ActionResult> DetailAsync(
        int id, CancellationToken token)
    {
        Result<TagDetail> tag = await crud.DetailAsync<Tag, TagDetail>(id, token);

        return this.Page(tag, found => Show("Detail", found));
    }

    [HttpGet("create")]
    public ActionResult New() => Show("Create", new TagForm());

    [HttpPost("create")]
    public async Task<ActionResult> CreateAsync(
        TagForm form, CancellationToken token)
    {
        if (!ModelState.IsValid)
            return Show("Create", form);

        Result<Tag> created = await crud.CreateAsync<Tag, TagForm>(form, token);
        if (this.CanBeCorrected(created))
            return Show("Create", form);

        return this.Page(created, tag => this.GoTo($"{Here}/{tag.Id}", created));
    }

    [HttpGet("{id:int}/edit")]
    public async Task<ActionResult> EditAsync(
        int id, CancellationToken token)
    {
        var form = await crud.SetUpUpdateAsync<Tag, TagForm>(id, token);

        return this.Page(form, filled => Show("Edit", filled));
    }

    [HttpPost("{id:int}/edit")]
    public async Task<ActionResult> UpdateAsync(
        int id, TagForm form, CancellationToken token)
    {
        if (!ModelState.IsValid)
            return Show("Edit", form);

        Result<Tag> updated = await crud.UpdateAsync<Tag, TagForm>(id, form, token);
        if (updated.Outcome == Outcome.Conflict)
            return await ConflictingAsync(id, form, token);
        if (this.CanBeCorrected(updated))
            return Show("Edit", form);
        if (this.IsGone(updated))
            return Show("Create", form);

        return this.Page(updated, _ => this.GoTo($"{Here}/{id}", updated));
    }

    [HttpGet("{id:int}/delete")]
    public async Task<ActionResult> AskDeleteAsync(
        int id, CancellationToken token)
    {
        Result<TagDetail> tag = await crud.DetailAsync<Tag, TagDetail>(id, token);

        return this.Page(tag, found => Show("Delete", found));
    }

    [HttpPost("{id:int}/delete")]
    public async Task<ActionResult> DeleteAsync(
        int id, int version, CancellationToken token)
    {
        Result<Tag> deleted = await crud.DeleteAsync<Tag>(id, (_, tag, _) => Task.FromResult(TagPages.Unchanged(tag, version)), token);
        if (this.CanBeCorrected(deleted))
            return await AskDeleteAsync(id, token);

        return this.Page(deleted, _ => this.GoTo(Here, deleted));
    }

    private async Task<ActionResult> ConflictingAsync(
        int id, TagForm form, CancellationToken token)
    {
        Result<TagDetail> current = await crud.DetailAsync<Tag, TagDetail>(id, token);
        if (this.IsGone(current))
            return Show("Create", form);

        return this.Page(current, found => Show("Conflict", TagPages.Conflict(this, form, found)));
    }

    private ActionResult Show(string view, object model) => TagPages.View(this, view, Form.Async, model);
}
