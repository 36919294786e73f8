using System.ComponentModel.DataAnnotations;
using FeedService.Feeds;

namespace FeedService.Tasks;

internal sealed record TaskInput : FeedInput
{
    /// <summary>1 is the most urgent.</summary>
    [Required, Range(1, 5)]
    public int Priority { get; init; }

    public bool IsDone { get; init; }
}
