namespace FeedService.Notes;

internal sealed record NoteView(int Id, string Title, int FromId, string From, DateTime When, string Text);
