using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Reads all posts as they are stored.</summary>
public static class ListDirect
{
    public static int Read(BlogContext context)
    {
        var posts = context.Posts.AsNoTracking().ToList();

        return posts.Count;
    }

    public static async Task<int> ReadAsync(BlogContext context, CancellationToken token)
    {
        var posts = await context.Posts.AsNoTracking().ToListAsync(token);

        return posts.Count;
    }
}
