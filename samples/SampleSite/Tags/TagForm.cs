using System.ComponentModel.DataAnnotations;
using SampleSite.Database;
using Syncopate.Crud;

namespace SampleSite.Tags;

/// <summary>What a visitor may enter of a tag.</summary>
[ProjectsFrom<Tag>]
public sealed partial class TagForm
{
    [Required(ErrorMessage = "Give the tag a name.")]
    [StringLength(Tag.TextLength, MinimumLength = 2, ErrorMessage = "A name has 2 to 64 characters.")]
    public string Name { get; set; } = "";

    [Display(Name = "Word in addresses")]
    [Required(ErrorMessage = "Give the tag a word for addresses.")]
    [StringLength(Tag.TextLength, MinimumLength = 2, ErrorMessage = "The word has 2 to 64 characters.")]
    [RegularExpression("[a-z0-9-]*", ErrorMessage = "Use small letters, digits and hyphens only.")]
    public string Slug { get; set; } = "";

    /// <summary>What the visitor saw; the save compares it.</summary>
    [NotCopiedBack]
    public int Version { get; set; }
}
