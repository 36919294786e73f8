using Microsoft.EntityFrameworkCore;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>One row from a form.</summary>
internal sealed class CreatePost(PostDatabase database) : DataOperation(database)
{
    public override string Name => "create";

    public override void Restore()
    {
        using PostContext context = Database.Open();
        int last = Database.Keys[^1];
        context.Posts.Where(post => post.Id > last).ExecuteDelete();
    }

    public override object ByHand(PostContext context, int number)
    {
        Post post = new();
        PostDatabase.NewForm(number).CopyTo(post);
        context.Add(post);
        context.SaveChanges();
        return post;
    }

    public override async Task<object> ByHandAsync(PostContext context, int number)
    {
        Post post = new();
        PostDatabase.NewForm(number).CopyTo(post);
        context.Add(post);
        await context.SaveChangesAsync();
        return post;
    }

    public override Result ByCrud(CrudService<PostContext> crud, int number) => crud.Create<Post, PostForm>(PostDatabase.NewForm(number));

    public override async Task<Result> ByCrudAsync(CrudService<PostContext> crud, int number) => await crud.CreateAsync<Post, PostForm>(PostDatabase.NewForm(number));
}
