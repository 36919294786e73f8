namespace FeedService.Emails;

internal sealed record EmailView(int Id, string Title, int FromId, string From, DateTime When, string Text, bool IsRead);
