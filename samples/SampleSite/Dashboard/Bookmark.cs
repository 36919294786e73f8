using SampleSite.Feeds;

namespace SampleSite.Dashboard;

/// <summary>A remembered address, as the feed sends it.</summary>
public sealed record Bookmark(string Title, string Url, DateTime When) : IFeedItem
{
    /// <inheritdoc/>
    /// <remarks>The address stays text: it is generated, and a link would lead to whoever owns the name.</remarks>
    public FeedLine ToLine() => new(Title, Url, Day.Of(When), LineLook.Plain);
}
