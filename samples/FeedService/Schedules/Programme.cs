namespace FeedService.Schedules;

internal sealed record Programme(string Title, DateTime Starts);
