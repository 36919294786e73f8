using System.ComponentModel.DataAnnotations;
using SampleSite.Database;
using Syncopate.Crud;

namespace SampleSite.Blogs;

/// <summary>What a visitor may enter of a blog.</summary>
[ProjectsFrom<Blog>]
public sealed partial class BlogForm
{
    [Required(ErrorMessage = "Give the blog a title.")]
    [StringLength(Blog.TextLength, MinimumLength = 2, ErrorMessage = "A title has 2 to 64 characters.")]
    public string Title { get; set; } = "";

    [Required(ErrorMessage = "Say who writes it.")]
    [StringLength(Blog.TextLength, MinimumLength = 2, ErrorMessage = "A name has 2 to 64 characters.")]
    public string Blogger { get; set; } = "";

    /// <summary>What the visitor saw; the save compares it.</summary>
    [NotCopiedBack]
    public int Version { get; set; }
}
