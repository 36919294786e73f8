using System.ComponentModel.DataAnnotations;

namespace FeedService.Feeds;

/// <summary>
/// What a client may write of an item of any feed. All is nullable so that what is missing is told field by field, not as JSON that cannot be read.
/// The lengths are checked here only: SQLite does not keep to them.
/// </summary>
internal abstract record FeedInput
{
    [Required, StringLength(200)]
    public string? Title { get; init; }

    /// <summary>Key of a person.</summary>
    [Required]
    public int? FromId { get; init; }

    [Required]
    public DateTimeOffset? When { get; init; }
}
