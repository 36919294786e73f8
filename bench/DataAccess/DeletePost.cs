using Microsoft.EntityFrameworkCore;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>One row read by its key and deleted.</summary>
internal sealed class DeletePost(PostDatabase database) : DataOperation(database)
{
    private List<int> _keys = [];

    public override string Name => "delete";

    public override void Prepare(int calls)
    {
        using PostContext context = Database.Open();
        List<Post> posts = Enumerable.Range(1, calls).Select(PostDatabase.NewPost).ToList();
        context.AddRange(posts);
        context.SaveChanges();
        _keys = [.. posts.Select(post => post.Id)];
    }

    public override object ByHand(PostContext context, int number)
    {
        int id = _keys[number];
        Post post = context.Posts.First(found => found.Id == id);
        context.Remove(post);
        context.SaveChanges();
        return post;
    }

    public override async Task<object> ByHandAsync(PostContext context, int number)
    {
        int id = _keys[number];
        Post post = await context.Posts.FirstAsync(found => found.Id == id);
        context.Remove(post);
        await context.SaveChangesAsync();
        return post;
    }

    public override Result ByCrud(CrudService<PostContext> crud, int number) => crud.Delete<Post>(_keys[number]);

    public override async Task<Result> ByCrudAsync(CrudService<PostContext> crud, int number) => await crud.DeleteAsync<Post>(_keys[number]);
}
