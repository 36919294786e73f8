using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>A form as the tutorial shows it: the tags that are chosen now are read by the projection.</summary>
[ProjectsFrom<Post>, Includes(nameof(Post.Tags))]
public sealed partial class KeysForm : IWritesTo<BlogContext, Post>
{
    public string Title { get; set; } = "";

    public int Version { get; set; }

    public string? BlogName { get; init; }

    [ReadsKeys(nameof(Post.Tags))]
    public List<int> TagIds { get; set; } = [];

    public IReadOnlyList<CrudError> Write(BlogContext context, Post entity) =>
        Replace(entity, [.. context.Set<Tag>().Where(tag => TagIds.Contains(tag.Id))]);

    public async Task<IReadOnlyList<CrudError>> WriteAsync(BlogContext context, Post entity, CancellationToken cancellationToken) =>
        Replace(entity, await context.Set<Tag>().Where(tag => TagIds.Contains(tag.Id)).ToListAsync(cancellationToken));

    private static IReadOnlyList<CrudError> Replace(Post post, List<Tag> tags)
    {
        post.Tags.Clear();
        tags.ForEach(post.Tags.Add);
        return [];
    }
}
