using System.Globalization;
using SampleSite.Feeds;

namespace SampleSite.Dashboard;

/// <summary>Something to do, as the feed sends it.</summary>
public sealed record TaskItem(string Title, string From, DateTime When, int Priority, bool IsDone) : IFeedItem
{
    /// <inheritdoc/>
    public FeedLine ToLine() => new(
        Title, string.Create(CultureInfo.InvariantCulture, $"{From}, priority {Priority}"), Day.Of(When), IsDone ? LineLook.Done : LineLook.Plain);
}
