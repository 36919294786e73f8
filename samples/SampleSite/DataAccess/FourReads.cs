using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Four reads that do not need each other's answers, as a page with four parts makes them.</summary>
public static class FourReads
{
    public static int Read(BlogContext context)
    {
        var posts = ListProjected.Read(context);
        var blogs = context.Blogs.AsNoTracking().ToList();
        var tags = context.Tags.AsNoTracking().ToList();
        var written = context.Posts.AsNoTracking().Select(static post => post.LastUpdated).ToList();

        return posts + blogs.Count + tags.Count + written.Count;
    }

    public static async Task<int> ReadAsync(BlogContext context, CancellationToken token)
    {
        var posts = await ListProjected.ReadAsync(context, token);
        var blogs = await context.Blogs.AsNoTracking().ToListAsync(token);
        var tags = await context.Tags.AsNoTracking().ToListAsync(token);
        var written = await context.Posts.AsNoTracking().Select(static post => post.LastUpdated).ToListAsync(token);

        return posts + blogs.Count + tags.Count + written.Count;
    }

    // A context does one thing at a time, and so does its connection: each read needs its own.
    public static async Task<int> ReadAtOnceAsync(Func<BlogContext> open, CancellationToken token)
    {
        await using var first = open();
        await using var second = open();
        await using var third = open();
        await using var fourth = open();

        var posts = ListProjected.ReadAsync(first, token);
        var blogs = second.Blogs.AsNoTracking().ToListAsync(token);
        var tags = third.Tags.AsNoTracking().ToListAsync(token);
        var written = fourth.Posts.AsNoTracking().Select(static post => post.LastUpdated).ToListAsync(token);
        await Task.WhenAll(posts, blogs, tags, written);

        return await posts + (await blogs).Count + (await tags).Count + (await written).Count;
    }
}
