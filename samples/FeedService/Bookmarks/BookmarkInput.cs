using System.ComponentModel.DataAnnotations;
using FeedService.Feeds;

namespace FeedService.Bookmarks;

internal sealed record BookmarkInput : FeedInput
{
    [Required, Url, StringLength(500)]
    public string Url { get; init; } = "";
}
