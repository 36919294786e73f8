using System.ComponentModel.DataAnnotations;
using FeedService.Feeds;

namespace FeedService.Notes;

internal sealed record NoteInput : FeedInput
{
    [Required, StringLength(4000)]
    public string Text { get; init; } = "";
}
