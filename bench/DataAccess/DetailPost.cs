using Microsoft.EntityFrameworkCore;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>One row by its key, projected.</summary>
internal sealed class DetailPost(PostDatabase database) : DataOperation(database)
{
    public override string Name => "detail";

    public override object ByHand(PostContext context, int number)
    {
        int id = KeyOf(number);
        return context.Posts.AsNoTracking().Where(post => post.Id == id).Select(PostView.Projection).First();
    }

    public override async Task<object> ByHandAsync(PostContext context, int number)
    {
        int id = KeyOf(number);
        return await context.Posts.AsNoTracking().Where(post => post.Id == id).Select(PostView.Projection).FirstAsync();
    }

    public override Result ByCrud(CrudService<PostContext> crud, int number) => crud.Detail<Post, PostView>(KeyOf(number));

    public override async Task<Result> ByCrudAsync(CrudService<PostContext> crud, int number) => await crud.DetailAsync<Post, PostView>(KeyOf(number));
}
