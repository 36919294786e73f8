using Microsoft.AspNetCore.Mvc;
using SampleSite.Database;
using SampleSite.Listing;
using Syncopate.Crud;

namespace SampleSite.Posts;

/// <summary>Posts, every access to the database awaited. <see cref="PostsSyncController"/> is the twin.</summary>
[Route("posts/async")]
public sealed class PostsAsyncController(CrudService<BlogContext> crud) : Controller
{
    private const string Here = "/posts/async";

    [HttpGet("")]
    public async Task<ActionResult> ListAsync(
        ListQuery query, CancellationToken token)
    {
        Result<Page<PostRow>> posts = await crud.ListAsync(PostPages.Request(query), token);

        return PostPages.List(this, Form.Async, query, posts);
    }

    [HttpGet("{id:int}")]
    public async Task<ActionResult> DetailAsync(
        int id, CancellationToken token)
    {
        Result<PostDetail> post = await crud.DetailAsync<Post, PostDetail>(id, token);

        return this.Page(post, found => Show("Detail", found));
    }

    [HttpGet("create")]
    public async Task<ActionResult> NewAsync(CancellationToken token)
    {
        Result<PostForm> form = await crud.SetUpCreateAsync<PostForm>(token);

        return this.Page(form, empty => Show("Create", empty));
    }

    [HttpPost("create")]
    public async Task<ActionResult> CreateAsync(
        PostForm form, CancellationToken token)
    {
        if (!ModelState.IsValid)
            return await AgainAsync("Create", form, token);

        Result<Post> created = await crud.CreateAsync<Post, PostForm>(form, token);
        if (this.CanBeCorrected(created))
            return await AgainAsync("Create", form, token);

        return this.Page(created, post => this.GoTo($"{Here}/{post.Id}", created));
    }

    [HttpGet("{id:int}/edit")]
    public async Task<ActionResult> EditAsync(
        int id, CancellationToken token)
    {
        Result<PostForm> form = await crud.SetUpUpdateAsync<Post, PostForm>(id, token);

        return this.Page(form, filled => Show("Edit", filled));
    }

    [HttpPost("{id:int}/edit")]
    public async Task<ActionResult> UpdateAsync(
        int id, PostForm form, CancellationToken token)
    {
        if (!ModelState.IsValid)
            return await AgainAsync("Edit", form, token);

        Result<Post> updated = await crud.UpdateAsync<Post, PostForm>(id, form, token);
        if (updated.Outcome == Outcome.Conflict)
            return await ConflictingAsync(id, form, token);
        if (this.CanBeCorrected(updated))
            return await AgainAsync("Edit", form, token);
        if (this.IsGone(updated))
            return await AgainAsync("Create", form, token);

        return this.Page(updated, _ => this.GoTo($"{Here}/{id}", updated));
    }

    [HttpGet("{id:int}/delete")]
    public async Task<ActionResult> AskDeleteAsync(
        int id, CancellationToken token)
    {
        Result<PostDetail> post = await crud.DetailAsync<Post, PostDetail>(id, token);

        return this.Page(post, found => Show("Delete", found));
    }

    [HttpPost("{id:int}/delete")]
    public async Task<ActionResult> DeleteAsync(
        int id, int version, CancellationToken token)
    {
        Result<Post> deleted = await crud.DeleteAsync<Post>(id, (_, post, _) => Task.FromResult(PostPages.Unchanged(post, version)), token);
        if (this.CanBeCorrected(deleted))
            return await AskDeleteAsync(id, token);

        return this.Page(deleted, _ => this.GoTo(Here, deleted));
    }

    private async Task<ActionResult> AgainAsync(
        string view, PostForm form, CancellationToken token)
    {
        Result<PostForm> refilled = await crud.RefillAsync(form, token);

        return this.Page(refilled, filled => Show(view, filled));
    }

    private async Task<ActionResult> ConflictingAsync(
        int id, PostForm form, CancellationToken token)
    {
        Result<(PostForm First, PostDetail Second)> both = Result.Combine(await crud.RefillAsync(form, token), await crud.DetailAsync<Post, PostDetail>(id, token));
        if (this.IsGone(both))
            return await AgainAsync("Create", form, token);

        return this.Page(both, pair => Show("Conflict", PostPages.Conflict(this, pair.First, pair.Second)));
    }

    private ActionResult Show(string view, object model) => PostPages.View(this, view, Form.Async, model);
}
