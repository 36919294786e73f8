using System.ComponentModel.DataAnnotations;

namespace SampleSite.Database;

/// <summary>What somebody wrote in a blog.</summary>
public sealed class Post : IStamped
{
    public const int TitleLength = 128;
    public const int ContentLength = 10_000;

    public int Id { get; set; }

    [Required, StringLength(TitleLength, MinimumLength = 2)]
    public string Title { get; set; } = "";

    [Required, StringLength(ContentLength)]
    public string Content { get; set; } = "";

    public int BlogId { get; set; }

    public Blog Blog { get; set; } = null!; // Set by EF Core; a post without a blog cannot be saved.

    public List<Tag> Tags { get; } = [];

    public DateTime LastUpdated { get; set; }

    [ConcurrencyCheck]
    public int Version { get; set; }
}
