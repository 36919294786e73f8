using System.ComponentModel.DataAnnotations;

namespace SampleSite.Database;

/// <summary>A word that posts can be found by.</summary>
public sealed class Tag : IStamped
{
    public const int TextLength = 64;

    public int Id { get; set; }

    /// <summary>Its word in addresses; no two tags share one.</summary>
    [Required, StringLength(TextLength, MinimumLength = 2)]
    public string Slug { get; set; } = "";

    [Required, StringLength(TextLength, MinimumLength = 2)]
    public string Name { get; set; } = "";

    public List<Post> Posts { get; } = [];

    public DateTime LastUpdated { get; set; }

    [ConcurrencyCheck]
    public int Version { get; set; }
}
