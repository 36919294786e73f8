using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Reads a blog and two tags, and writes a post that refers to them.</summary>
public static class CreatePost
{
    public static int Write(BlogContext context)
    {
        Blog blog = context.Blogs.OrderBy(static blog => blog.Id).First();
        List<Tag> tags = context.Tags.OrderBy(static tag => tag.Id).Take(2).ToList();
        context.Posts.Add(Trial.NewPost(blog, tags));
        context.SaveChanges();

        return 1 + tags.Count;
    }

    public static async Task<int> WriteAsync(BlogContext context, CancellationToken token)
    {
        Blog blog = await context.Blogs.OrderBy(static blog => blog.Id).FirstAsync(token);
        List<Tag> tags = await context.Tags.OrderBy(static tag => tag.Id).Take(2).ToListAsync(token);
        context.Posts.Add(Trial.NewPost(blog, tags));
        await context.SaveChangesAsync(token);

        return 1 + tags.Count;
    }
}
