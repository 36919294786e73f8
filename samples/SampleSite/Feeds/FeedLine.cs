namespace SampleSite.Feeds;

/// <summary>One item of a feed, as shown.</summary>
/// <param name="Title">The line that is read first.</param>
/// <param name="Detail">What stands below it, in smaller type.</param>
/// <param name="When">The item's own moment.</param>
/// <param name="Look">How it stands out.</param>
public sealed record FeedLine(string Title, string Detail, DateTime When, LineLook Look);
