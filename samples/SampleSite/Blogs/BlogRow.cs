using System.Linq.Expressions;
using SampleSite.Database;
using Syncopate.Crud;

namespace SampleSite.Blogs;

/// <summary>A blog in the list, and on its own page; its posts are counted in the database.</summary>
public sealed record BlogRow(int Id, string Title, string Blogger, int PostsCount, DateTime LastUpdated, int Version) : IProjection<Blog, BlogRow>
{
    public static Expression<Func<Blog, BlogRow>> Projection { get; } =
        static blog => new BlogRow(blog.Id, blog.Title, blog.Blogger, blog.Posts.Count, blog.LastUpdated, blog.Version);
}
