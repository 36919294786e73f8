using System.Linq.Expressions;
using SampleSite.Database;
using Syncopate.Crud;

namespace SampleSite.Posts;

/// <summary>A post in the list. All of it is computed in the database, the names of the tags too, so that a list can be
/// sorted by each member.</summary>
public sealed record PostRow : IProjection<Post, PostRow>
{
    public static Expression<Func<Post, PostRow>> Projection { get; } = static post => new PostRow
    {
        Id = post.Id,
        Title = post.Title,
        Blogger = post.Blog.Blogger,
        TagNames = post.Tags.GroupBy(static _ => 1).Select(static tags => string.Join(", ", tags.Select(static tag => tag.Name))).FirstOrDefault() ?? "",
        LastUpdated = post.LastUpdated,
    };

    public int Id { get; init; }

    public string Title { get; init; } = "";

    public string Blogger { get; init; } = "";

    public string TagNames { get; init; } = "";

    public DateTime LastUpdated { get; init; }
}
