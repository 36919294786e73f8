using System.Linq.Expressions;
using FeedService.Feeds;

namespace FeedService.Bookmarks;

/// <summary>A page that somebody shared, and when.</summary>
internal sealed class Bookmark : FeedItem, IFeedItem<Bookmark, BookmarkInput, BookmarkView>
{
    public static Expression<Func<Bookmark, BookmarkView>> View { get; } =
        item => new(item.Id, item.Title, item.FromId, item.From.Name, item.When, item.Url);

    public string Url { get; set; } = "";

    public void Take(BookmarkInput input)
    {
        base.Take(input);
        Url = input.Url;
    }
}
