using System.ComponentModel.DataAnnotations;
using FeedService.Feeds;

namespace FeedService.Emails;

internal sealed record EmailInput : FeedInput
{
    [Required, StringLength(4000)]
    public string Text { get; init; } = "";

    public bool IsRead { get; init; }
}
