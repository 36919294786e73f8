using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>The posts that measurements write, change and delete. Their title marks them, and none is left afterwards.</summary>
internal static class Trial
{
    private const string Title = "A post of a measurement";

    public static Post NewPost(Blog blog, IEnumerable<Tag> tags)
    {
        Post post = new() { Title = Title, Content = "Written, and soon deleted.", Blog = blog };
        post.Tags.AddRange(tags);
        return post;
    }

    public static void Change(Post post, Tag tag)
    {
        post.Content = "Changed, and soon deleted.";
        post.Tags.Clear();
        post.Tags.Add(tag);
    }

    /// <summary>What EF Core needs to delete a post that was written and not changed since.</summary>
    public static Post Stub(int id) => new() { Id = id, Version = 1 };

    /// <summary>Writes posts to be changed or deleted.</summary>
    /// <returns>Their keys.</returns>
    public static async Task<int[]> PrepareAsync(BlogContext context, int count, CancellationToken token)
    {
        Blog blog = await context.Blogs.OrderBy(static blog => blog.Id).FirstAsync(token);
        List<Tag> tags = await context.Tags.OrderBy(static tag => tag.Id).Take(2).ToListAsync(token);
        List<Post> posts = Enumerable.Range(0, count).Select(_ => NewPost(blog, tags)).ToList();
        context.AddRange(posts);
        await context.SaveChangesAsync(token);

        return [.. posts.Select(static post => post.Id)];
    }

    /// <summary>Deletes what measurements have left, and gives the room back that it took: tables stay as large as they
    /// were, however long it goes on.</summary>
    public static async Task RestoreAsync(BlogContext context, CancellationToken token)
    {
        await context.Posts.Where(static post => post.Title == Title).ExecuteDeleteAsync(token);
        // SQLite uses the room of deleted rows again by itself.
        if (context.Database.IsNpgsql())
            await context.Database.ExecuteSqlRawAsync("VACUUM \"Posts\", \"PostTag\"", token);
    }
}
