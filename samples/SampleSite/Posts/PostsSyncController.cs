using Microsoft.AspNetCore.Mvc;
using SampleSite.Database;
using SampleSite.Listing;
using Syncopate.Crud;

namespace SampleSite.Posts;

/// <summary>Posts, every access to the database made by the thread of the request. <see cref="PostsAsyncController"/>
/// is the twin.</summary>
[Route("posts/sync")]
public sealed class PostsSyncController(CrudService<BlogContext> crud) : Controller
{
    private const string Here = "/posts/sync";

    [HttpGet("")]
    public ActionResult List(
        ListQuery query)
    {
        Result<Page<PostRow>> posts = crud.List(PostPages.Request(query));

        return PostPages.List(this, Form.Sync, query, posts);
    }

    [HttpGet("{id:int}")]
    public ActionResult Detail(
        int id)
    {
        Result<PostDetail> post = crud.Detail<Post, PostDetail>(id);

        return this.Page(post, found => Show("Detail", found));
    }

    [HttpGet("create")]
    public ActionResult New()
    {
        Result<PostForm> form = crud.SetUpCreate<PostForm>();

        return this.Page(form, empty => Show("Create", empty));
    }

    [HttpPost("create")]
    public ActionResult Create(
        PostForm form)
    {
        if (!ModelState.IsValid)
            return Again("Create", form);

        Result<Post> created = crud.Create<Post, PostForm>(form);
        if (this.CanBeCorrected(created))
            return Again("Create", form);

        return this.Page(created, post => this.GoTo($"{Here}/{post.Id}", created));
    }

    [HttpGet("{id:int}/edit")]
    public ActionResult Edit(
        int id)
    {
        Result<PostForm> form = crud.SetUpUpdate<Post, PostForm>(id);

        return this.Page(form, filled => Show("Edit", filled));
    }

    [HttpPost("{id:int}/edit")]
    public ActionResult Update(
        int id, PostForm form)
    {
        if (!ModelState.IsValid)
            return Again("Edit", form);

        Result<Post> updated = crud.Update<Post, PostForm>(id, form);
        if (updated.Outcome == Outcome.Conflict)
            return Conflicting(id, form);
        if (this.CanBeCorrected(updated))
            return Again("Edit", form);
        if (this.IsGone(updated))
            return Again("Create", form);

        return this.Page(updated, _ => this.GoTo($"{Here}/{id}", updated));
    }

    [HttpGet("{id:int}/delete")]
    public ActionResult AskDelete(
        int id)
    {
        Result<PostDetail> post = crud.Detail<Post, PostDetail>(id);

        return this.Page(post, found => Show("Delete", found));
    }

    [HttpPost("{id:int}/delete")]
    public ActionResult Delete(
        int id, int version)
    {
        Result<Post> deleted = crud.Delete<Post>(id, (_, post) => PostPages.Unchanged(post, version));
        if (this.CanBeCorrected(deleted))
            return AskDelete(id);

        return this.Page(deleted, _ => this.GoTo(Here, deleted));
    }

    private ActionResult Again(
        string view, PostForm form)
    {
        Result<PostForm> refilled = crud.Refill(form);

        return this.Page(refilled, filled => Show(view, filled));
    }

    private ActionResult Conflicting(
        int id, PostForm form)
    {
        Result<(PostForm First, PostDetail Second)> both = Result.Combine(crud.Refill(form), crud.Detail<Post, PostDetail>(id));
        if (this.IsGone(both))
            return Again("Create", form);

        return this.Page(both, pair => Show("Conflict", PostPages.Conflict(this, pair.First, pair.Second)));
    }

    private ActionResult Show(string view, object model) => PostPages.View(this, view, Form.Sync, model);
}
