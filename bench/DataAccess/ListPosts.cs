using Microsoft.EntityFrameworkCore;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>A page of 100 rows of 1,000 with the blog's name, sorted, and the number of all rows.</summary>
internal sealed class ListPosts(PostDatabase database) : DataOperation(database)
{
    private const int Size = 100;

    public override string Name => "list";

    public override object ByHand(PostContext context, int number)
    {
        IQueryable<Post> posts = context.Posts.AsNoTracking();
        int total = posts.Count();
        return (total, posts.OrderBy(post => post.Title).ThenBy(post => post.Id).Take(Size).Select(PostView.Projection).ToList());
    }

    public override async Task<object> ByHandAsync(PostContext context, int number)
    {
        IQueryable<Post> posts = context.Posts.AsNoTracking();
        int total = await posts.CountAsync();
        return (total, await posts.OrderBy(post => post.Title).ThenBy(post => post.Id).Take(Size).Select(PostView.Projection).ToListAsync());
    }

    public override Result ByCrud(CrudService<PostContext> crud, int number) => crud.List(Request());

    public override async Task<Result> ByCrudAsync(CrudService<PostContext> crud, int number) => await crud.ListAsync(Request());

    private static ListRequest<Post, PostView> Request() => new() { Sort = "Title", PageSize = Size };
}
