namespace SampleSite.Feeds;

/// <summary>What a feed delivers many of.</summary>
public interface IFeedItem
{
    /// <summary>What a page shows of it.</summary>
    FeedLine ToLine();
}
