using System.ComponentModel.DataAnnotations;

namespace SampleSite.Database;

/// <summary>A blog and who writes it.</summary>
public sealed class Blog : IStamped
{
    public const int TextLength = 64;

    public int Id { get; set; }

    [Required, StringLength(TextLength, MinimumLength = 2)]
    public string Title { get; set; } = "";

    [Required, StringLength(TextLength, MinimumLength = 2)]
    public string Blogger { get; set; } = "";

    public List<Post> Posts { get; } = [];

    public DateTime LastUpdated { get; set; }

    [ConcurrencyCheck]
    public int Version { get; set; }
}
