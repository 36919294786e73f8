using System.ComponentModel.DataAnnotations;

namespace FeedService.Feeds;

/// <summary>
/// What a client may write of an item of any feed. A field that is missing keeps a value that its annotation refuses, so that it is told
/// by name and not as JSON that cannot be read. The lengths are checked here only: SQLite does not keep to them.
/// </summary>
internal abstract record FeedInput
{
    [Required, StringLength(200)]
    public string Title { get; init; } = "";

    /// <summary>Key of a person.</summary>
    [Required, Range(1, int.MaxValue)]
    public int FromId { get; init; }

    [Required]
    public DateTimeOffset? When { get; init; }
}
