using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Reads all posts as they are stored.</summary>
public static class ListDirect
{
    public static int Read(BlogContext context)
    {
        List<Post> posts = context.Posts.AsNoTracking().ToList();

        return posts.Count;
    }

    public static async Task<int> ReadAsync(BlogContext context, CancellationToken token)
    {
        List<Post> posts = await context.Posts.AsNoTracking().ToListAsync(token);

        return posts.Count;
    }
}
