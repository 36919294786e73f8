using SampleSite.Feeds;

namespace SampleSite.Dashboard;

/// <summary>A note, as the feed sends it.</summary>
public sealed record Note(string Title, string Text, DateTime When) : IFeedItem
{
    /// <inheritdoc/>
    public FeedLine ToLine() => new(Title, Text, Day.Of(When), LineLook.Plain);
}
