using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Loads a post with its tags, changes it as a form that came back would (disconnected), and saves it.</summary>
public static class UpdatePost
{
    public static int Write(BlogContext context, int id)
    {
        Post post = context.Posts.Include(static post => post.Tags).Single(post => post.Id == id);
        Tag tag = context.Tags.OrderByDescending(static tag => tag.Id).First();
        Trial.Change(post, tag);
        context.SaveChanges();

        return 2;
    }

    public static async Task<int> WriteAsync(BlogContext context, int id, CancellationToken token)
    {
        Post post = await context.Posts.Include(static post => post.Tags).SingleAsync(post => post.Id == id, token);
        Tag tag = await context.Tags.OrderByDescending(static tag => tag.Id).FirstAsync(token);
        Trial.Change(post, tag);
        await context.SaveChangesAsync(token);

        return 2;
    }
}
