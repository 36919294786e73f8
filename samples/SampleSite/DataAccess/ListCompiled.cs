using Microsoft.EntityFrameworkCore;
using SampleSite.Database;

namespace SampleSite.DataAccess;

/// <summary>Reads all posts as they are stored, with a query that is translated once for the life of the process.</summary>
public static class ListCompiled
{
    private static readonly Func<BlogContext, IEnumerable<Post>> Posts =
        EF.CompileQuery(static (BlogContext context) => context.Posts.AsNoTracking());

    private static readonly Func<BlogContext, IAsyncEnumerable<Post>> PostsAsync =
        EF.CompileAsyncQuery(static (BlogContext context) => context.Posts.AsNoTracking());

    public static int Read(BlogContext context)
    {
        List<Post> posts = Posts(context).ToList();

        return posts.Count;
    }

    public static async Task<int> ReadAsync(BlogContext context, CancellationToken token)
    {
        List<Post> posts = await PostsAsync(context).ToListAsync(token);

        return posts.Count;
    }
}
