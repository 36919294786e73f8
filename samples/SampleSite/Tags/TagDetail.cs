using System.Linq.Expressions;
using SampleSite.Database;
using Syncopate.Crud;

namespace SampleSite.Tags;

/// <summary>A tag as it is read; its posts are counted in the database.</summary>
public sealed record TagDetail(int Id, string Name, string Slug, int PostsCount, DateTime LastUpdated, int Version) : IProjection<Tag, TagDetail>
{
    public static Expression<Func<Tag, TagDetail>> Projection { get; } =
        static tag => new TagDetail(tag.Id, tag.Name, tag.Slug, tag.Posts.Count, tag.LastUpdated, tag.Version);
}
