using System.Globalization;
using SampleSite.Feeds;

namespace SampleSite.External;

/// <summary>One programme of a channel, as the service sends it.</summary>
public sealed record Programme(TimeOnly Begins, string Title) : IFeedItem
{
    /// <inheritdoc/>
    public FeedLine ToLine() => new(Title, "", Begins.ToString("HH:mm", CultureInfo.InvariantCulture), LineLook.Plain);
}
