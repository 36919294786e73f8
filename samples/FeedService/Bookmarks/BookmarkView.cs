namespace FeedService.Bookmarks;

internal sealed record BookmarkView(int Id, string Title, int FromId, string From, DateTime When, string Url);
