using SampleSite.Feeds;

namespace SampleSite.Dashboard;

/// <summary>A message, as the feed sends it.</summary>
public sealed record Email(string Title, string From, DateTime When, bool IsRead) : IFeedItem
{
    /// <inheritdoc/>
    public FeedLine ToLine() => new(Title, From, Day.Of(When), IsRead ? LineLook.Plain : LineLook.Strong);
}
