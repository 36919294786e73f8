using System.Linq.Expressions;
using SampleSite.Database;
using Syncopate.Crud;

namespace SampleSite.Posts;

/// <summary>A post as it is read.</summary>
public sealed record PostDetail : IProjection<Post, PostDetail>
{
    public static Expression<Func<Post, PostDetail>> Projection { get; } = static post => new PostDetail
    {
        Id = post.Id,
        Title = post.Title,
        Content = post.Content,
        BlogTitle = post.Blog.Title,
        Blogger = post.Blog.Blogger,
        Tags = post.Tags.OrderBy(static tag => tag.Name).Select(static tag => tag.Name).ToList(),
        LastUpdated = post.LastUpdated,
        Version = post.Version,
    };

    public int Id { get; init; }

    public string Title { get; init; } = "";

    public string Content { get; init; } = "";

    public string BlogTitle { get; init; } = "";

    public string Blogger { get; init; } = "";

    public IReadOnlyList<string> Tags { get; init; } = [];

    public DateTime LastUpdated { get; init; }

    public int Version { get; init; }
}
