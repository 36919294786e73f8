using System.Text.Json;

namespace SampleSite.Feeds;

/// <summary>One item of a feed, as shown. Its texts come from elsewhere and are untrusted: the view encodes them.</summary>
/// <param name="Title">The line that is read first.</param>
/// <param name="Detail">What stands below it, in smaller type.</param>
/// <param name="When">The item's day or hour, as text.</param>
/// <param name="Look">How it stands out.</param>
public sealed record FeedLine(string Title, string Detail, string When, LineLook Look)
{
    /// <summary>The lines of a list of items.</summary>
    /// <exception cref="JsonException">There is a null among them: the serializer checks an item's members, not whether
    /// there is one.</exception>
    public static IEnumerable<FeedLine> Each<T>(IEnumerable<T> items) where T : class, IFeedItem =>
        items.Select(static item => item?.ToLine() ?? throw new JsonException("null where an item was expected"));
}
