using System.Globalization;
using SampleSite.Feeds;

namespace SampleSite.External;

/// <summary>One programme of a channel, as the service sends it.</summary>
public sealed record Programme(string Title, DateTime Starts) : IFeedItem
{
    /// <inheritdoc/>
    public FeedLine ToLine() => new(Title, "", Starts.ToString("HH:mm", CultureInfo.InvariantCulture), LineLook.Plain);
}
