using System.ComponentModel.DataAnnotations;
using System.Linq.Expressions;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.AspNetCore.Mvc.ModelBinding.Validation;
using Microsoft.EntityFrameworkCore;
using SampleSite.Database;
using SampleSite.Listing;
using Syncopate.Crud;

namespace SampleSite.Posts;

/// <summary>What a visitor may enter of a post, and nothing else of it: a request that carries more changes no more.</summary>
[Includes(nameof(Post.Tags))]
public sealed class PostForm : IProjection<Post, PostForm>, ICopiesTo<Post>, IWritesTo<BlogContext, Post>, IHasChoices<BlogContext>
{
    public static Expression<Func<Post, PostForm>> Projection { get; } = static post => new PostForm
    {
        Title = post.Title,
        Content = post.Content,
        BlogId = post.BlogId,
        TagIds = post.Tags.Select(static tag => tag.Id).ToList(),
        Version = post.Version,
    };

    [Required(ErrorMessage = "Give the post a title.")]
    [StringLength(Post.TitleLength, MinimumLength = 2, ErrorMessage = "A title has 2 to 128 characters.")]
    public string Title { get; set; } = "";

    [Required(ErrorMessage = "Write something.")]
    [StringLength(Post.ContentLength, ErrorMessage = "A post has at most 10,000 characters.")]
    public string Content { get; set; } = "";

    [Display(Name = "Blogger")]
    [Required(ErrorMessage = "Choose who writes it.")]
    public int? BlogId { get; set; }

    [Display(Name = "Tags")]
    [MinLength(1, ErrorMessage = "Choose at least one tag.")]
    public List<int> TagIds { get; set; } = [];

    /// <summary>What the visitor saw; the save compares it.</summary>
    public int Version { get; set; }

    [BindNever, ValidateNever]
    public IReadOnlyList<Choice> Bloggers { get; private set; } = [];

    [BindNever, ValidateNever]
    public IReadOnlyList<Choice> Tags { get; private set; } = [];

    public void CopyTo(Post entity)
    {
        entity.Title = Title.Trim();
        entity.Content = Content;
        entity.BlogId = BlogId ?? 0;
    }

    public IReadOnlyList<CrudError> Write(BlogContext context, Post entity)
    {
        List<Tag> chosen = context.Tags.Where(tag => TagIds.Contains(tag.Id)).ToList();

        return Replace(entity.Tags, chosen);
    }

    public async Task<IReadOnlyList<CrudError>> WriteAsync(BlogContext context, Post entity, CancellationToken cancellationToken)
    {
        List<Tag> chosen = await context.Tags.Where(tag => TagIds.Contains(tag.Id)).ToListAsync(cancellationToken);

        return Replace(entity.Tags, chosen);
    }

    public void FillChoices(BlogContext context)
    {
        Bloggers = BloggersOf(context).ToList();
        Tags = TagsOf(context).ToList();
    }

    public async Task FillChoicesAsync(BlogContext context, CancellationToken cancellationToken)
    {
        Bloggers = await BloggersOf(context).ToListAsync(cancellationToken);
        Tags = await TagsOf(context).ToListAsync(cancellationToken);
    }

    private static IQueryable<Choice> BloggersOf(BlogContext context) => context.Blogs
        .OrderBy(static blog => blog.Blogger).ThenBy(static blog => blog.Id)
        .Select(static blog => new Choice(blog.Id, blog.Blogger + " – " + blog.Title));

    private static IQueryable<Choice> TagsOf(BlogContext context) =>
        context.Tags.OrderBy(static tag => tag.Name).Select(static tag => new Choice(tag.Id, tag.Name));

    private IReadOnlyList<CrudError> Replace(List<Tag> tags, List<Tag> chosen)
    {
        if (chosen.Count != TagIds.Distinct().Count())
            return [new CrudError(nameof(TagIds), "A tag that you chose has been deleted. Look through the tags again.")];

        tags.RemoveAll(tag => !chosen.Contains(tag));
        tags.AddRange(chosen.Except(tags).ToList());
        return [];
    }
}
