namespace FeedService.Feeds;

/// <summary>What can be done with one feed in one form: the handlers of its five endpoints.</summary>
internal sealed record FeedOperations(Delegate List, Delegate Get, Delegate Create, Delegate Update, Delegate Delete);
