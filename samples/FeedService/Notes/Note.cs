using System.Linq.Expressions;
using FeedService.Feeds;

namespace FeedService.Notes;

/// <summary>What somebody wrote down, and when.</summary>
internal sealed class Note : FeedItem, IFeedItem<Note, NoteInput, NoteView>
{
    public static Expression<Func<Note, NoteView>> View { get; } =
        item => new(item.Id, item.Title, item.FromId, item.From.Name, item.When, item.Text);

    public string Text { get; set; } = "";

    public void Take(NoteInput input)
    {
        base.Take(input);
        Text = input.Text;
    }
}
