using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Reads of every post what a list shows: columns of the post and its blog, and the names of its tags.</summary>
public static class ListProjected
{
    public static int Read(BlogContext context)
    {
        List<ListedPost> posts = Listed(context).ToList();

        return posts.Count;
    }

    public static async Task<int> ReadAsync(BlogContext context, CancellationToken token)
    {
        List<ListedPost> posts = await Listed(context).ToListAsync(token);

        return posts.Count;
    }

    internal static IQueryable<ListedPost> Listed(BlogContext context) => context.Posts.Select(static post =>
        new ListedPost(post.Id, post.Title, post.Blog.Blogger, post.LastUpdated, post.Tags.Select(static tag => tag.Name)));
}
