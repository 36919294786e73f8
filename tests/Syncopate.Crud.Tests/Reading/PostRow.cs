using System.Linq.Expressions;
using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>A record with a constructor, whose members EF Core alone cannot sort by.</summary>
public sealed record PostRow(int Id, string Title, int Stars, string BlogName) : IProjection<Post, PostRow>
{
    public static Expression<Func<Post, PostRow>> Projection { get; } = post =>
        new PostRow(post.Id, post.Title, post.Stars, post.Blog!.Name);
}
