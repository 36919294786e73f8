using Microsoft.AspNetCore.Mvc;
using SampleSite.Database;
using SampleSite.Listing;
using Syncopate.Crud;

namespace SampleSite.Tags;

/// <summary>Tags, every access to the database made by the thread of the request. <see cref="TagsAsyncController"/> is the twin.</summary>
[Route("tags/sync")]
public sealed class TagsSyncController(CrudService<BlogContext> crud) : Controller
{
    private const string Here = "/tags/sync";

    [HttpGet("")]
    public ActionResult List(
        ListQuery query)
    {
        Result<Page<TagRow>> tags = crud.List(TagPages.Request(query));

        return TagPages.List(this, Form.Sync, query, tags);
    }

    [HttpGet("{id:int}")]
    public ActionResult Detail(
        int id)
    {
        Result<TagDetail> tag = crud.Detail<Tag, TagDetail>(id);

        return this.Page(tag, found => Show("Detail", found));
    }

    [HttpGet("create")]
    public ActionResult New() => Show("Create", new TagForm());

    [HttpPost("create")]
    public ActionResult Create(
        TagForm form)
    {
        if (!ModelState.IsValid)
            return Show("Create", form);

        Result<Tag> created = crud.Create<Tag, TagForm>(form);
        if (this.CanBeCorrected(created))
            return Show("Create", form);

        return this.Page(created, tag => this.GoTo($"{Here}/{tag.Id}", created));
    }

    [HttpGet("{id:int}/edit")]
    public ActionResult Edit(
        int id)
    {
        Result<TagForm> form = crud.SetUpUpdate<Tag, TagForm>(id);

        return this.Page(form, filled => Show("Edit", filled));
    }

    [HttpPost("{id:int}/edit")]
    public ActionResult Update(
        int id, TagForm form)
    {
        if (!ModelState.IsValid)
            return Show("Edit", form);

        Result<Tag> updated = crud.Update<Tag, TagForm>(id, form);
        if (updated.Outcome == Outcome.Conflict)
            return Conflicting(id, form);
        if (this.CanBeCorrected(updated))
            return Show("Edit", form);
        if (this.IsGone(updated))
            return Show("Create", form);

        return this.Page(updated, _ => this.GoTo($"{Here}/{id}", updated));
    }

    [HttpGet("{id:int}/delete")]
    public ActionResult AskDelete(
        int id)
    {
        Result<TagDetail> tag = crud.Detail<Tag, TagDetail>(id);

        return this.Page(tag, found => Show("Delete", found));
    }

    [HttpPost("{id:int}/delete")]
    public ActionResult Delete(
        int id, int version)
    {
        Result<Tag> deleted = crud.Delete<Tag>(id, (_, tag) => TagPages.Unchanged(tag, version));
        if (this.CanBeCorrected(deleted))
            return AskDelete(id);

        return this.Page(deleted, _ => this.GoTo(Here, deleted));
    }

    private ActionResult Conflicting(
        int id, TagForm form)
    {
        Result<TagDetail> current = crud.Detail<Tag, TagDetail>(id);
        if (this.IsGone(current))
            return Show("Create", form);

        return this.Page(current, found => Show("Conflict", TagPages.Conflict(this, form, found)));
    }

    private ActionResult Show(string view, object model) => TagPages.View(this, view, Form.Sync, model);
}
