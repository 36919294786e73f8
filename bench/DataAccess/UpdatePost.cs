using Microsoft.EntityFrameworkCore;
using Syncopate.Crud;

namespace Syncopate.Bench.DataAccess;

/// <summary>One row read by its key, changed by a form and saved.</summary>
internal sealed class UpdatePost(PostDatabase database) : DataOperation(database)
{
    // Makes each update a real one: a form that changes nothing sends no command.
    private int _updates = PostDatabase.Posts + PostDatabase.Blogs / 2;

    public override string Name => "update";

    public override object ByHand(PostContext context, int number)
    {
        int id = KeyOf(number);
        Post post = context.Posts.First(found => found.Id == id);
        PostDatabase.NewForm(++_updates).CopyTo(post);
        context.SaveChanges();
        return post;
    }

    public override async Task<object> ByHandAsync(PostContext context, int number)
    {
        int id = KeyOf(number);
        Post post = await context.Posts.FirstAsync(found => found.Id == id);
        PostDatabase.NewForm(++_updates).CopyTo(post);
        await context.SaveChangesAsync();
        return post;
    }

    public override Result ByCrud(CrudService<PostContext> crud, int number) =>
        crud.Update<Post, PostForm>(KeyOf(number), PostDatabase.NewForm(++_updates));

    public override async Task<Result> ByCrudAsync(CrudService<PostContext> crud, int number) =>
        await crud.UpdateAsync<Post, PostForm>(KeyOf(number), PostDatabase.NewForm(++_updates));
}
