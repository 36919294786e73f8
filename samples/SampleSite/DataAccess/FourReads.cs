using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Four reads that do not need each other's answers, as a page with four parts makes them.</summary>
public static class FourReads
{
    public static int Read(BlogContext context)
    {
        int posts = ListProjected.Read(context);
        List<Blog> blogs = context.Blogs.AsNoTracking().ToList();
        List<Tag> tags = context.Tags.AsNoTracking().ToList();
        List<DateTime> written = context.Posts.AsNoTracking().Select(static post => post.LastUpdated).ToList();

        return posts + blogs.Count + tags.Count + written.Count;
    }

    public static async Task<int> ReadAsync(BlogContext context, CancellationToken token)
    {
        int posts = await ListProjected.ReadAsync(context, token);
        List<Blog> blogs = await context.Blogs.AsNoTracking().ToListAsync(token);
        List<Tag> tags = await context.Tags.AsNoTracking().ToListAsync(token);
        List<DateTime> written = await context.Posts.AsNoTracking().Select(static post => post.LastUpdated).ToListAsync(token);

        return posts + blogs.Count + tags.Count + written.Count;
    }

    // A context does one thing at a time, and so does its connection: each read needs its own.
    public static async Task<int> ReadAtOnceAsync(Func<BlogContext> open, CancellationToken token)
    {
        await using BlogContext first = open();
        await using BlogContext second = open();
        await using BlogContext third = open();
        await using BlogContext fourth = open();

        Task<int> posts = ListProjected.ReadAsync(first, token);
        Task<List<Blog>> blogs = second.Blogs.AsNoTracking().ToListAsync(token);
        Task<List<Tag>> tags = third.Tags.AsNoTracking().ToListAsync(token);
        Task<List<DateTime>> written = fourth.Posts.AsNoTracking().Select(static post => post.LastUpdated).ToListAsync(token);
        await Task.WhenAll(posts, blogs, tags, written);

        return await posts + (await blogs).Count + (await tags).Count + (await written).Count;
    }
}
