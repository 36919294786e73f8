using System.Linq.Expressions;
using SampleSite.Database;
using Syncopate.Crud;

namespace SampleSite.Tags;

/// <summary>A tag in the list; its posts are counted in the database.</summary>
public sealed record TagRow(int Id, string Name, string Slug, int PostsCount) : IProjection<Tag, TagRow>
{
    public static Expression<Func<Tag, TagRow>> Projection { get; } = static tag => new TagRow(tag.Id, tag.Name, tag.Slug, tag.Posts.Count);
}
