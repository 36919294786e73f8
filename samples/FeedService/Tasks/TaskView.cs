namespace FeedService.Tasks;

internal sealed record TaskView(int Id, string Title, int FromId, string From, DateTime When, int Priority, bool IsDone);
