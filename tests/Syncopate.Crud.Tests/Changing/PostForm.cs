using System.ComponentModel.DataAnnotations;
using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>A form as an application writes it by hand: a token, a drop-down, a multi-select.</summary>
[Includes(nameof(Post.Tags))]
public sealed class PostForm : IProjection<Post, PostForm>, ICopiesTo<Post>, IWritesTo<BlogContext, Post>, IHasChoices<BlogContext>
{
    public static Expression<Func<Post, PostForm>> Projection { get; } = post => new PostForm
    {
        Id = post.Id,
        Title = post.Title,
        Stars = post.Stars,
        BlogId = post.BlogId,
        Version = post.Version,
        Author = post.Blog!.Name,
        TagIds = post.Tags.Select(tag => tag.Id).ToList(),
    };

    public int Id { get; init; }

    [Required(ErrorMessage = "A post needs a title.")]
    public string Title { get; set; } = "";

    public int Stars { get; set; }

    public int BlogId { get; set; }

    public int Version { get; set; }

    [NotCopiedBack]
    public string Author { get; init; } = "";

    public List<int> TagIds { get; set; } = [];

    public IReadOnlyList<string> Blogs { get; private set; } = [];

    public void CopyTo(Post entity)
    {
        entity.Title = Title;
        entity.Stars = Stars;
        entity.BlogId = BlogId;
        entity.Version = Version + 1;
    }

    public IReadOnlyList<CrudError> Write(BlogContext context, Post entity) =>
        Choose(entity, [.. context.Set<Tag>().Where(tag => TagIds.Contains(tag.Id))]);

    public async Task<IReadOnlyList<CrudError>> WriteAsync(BlogContext context, Post entity, CancellationToken cancellationToken) =>
        Choose(entity, await context.Set<Tag>().Where(tag => TagIds.Contains(tag.Id)).ToListAsync(cancellationToken));

    public void FillChoices(BlogContext context) =>
        Blogs = [.. context.Set<Blog>().AsNoTracking().OrderBy(blog => blog.Name).Select(blog => blog.Name)];

    public async Task FillChoicesAsync(BlogContext context, CancellationToken cancellationToken) =>
        Blogs = await context.Set<Blog>().AsNoTracking()
            .OrderBy(blog => blog.Name).Select(blog => blog.Name).ToListAsync(cancellationToken);

    private IReadOnlyList<CrudError> Choose(Post post, List<Tag> tags)
    {
        if (tags.Count < TagIds.Count)
            return [new CrudError(nameof(TagIds), "A tag that was chosen does not exist.")];
        foreach (Tag gone in post.Tags.Except(tags).ToList())
            post.Tags.Remove(gone);
        foreach (Tag chosen in tags.Except(post.Tags).ToList())
            post.Tags.Add(chosen);
        return [];
    }
}
