namespace SampleSite.Feeds;

/// <summary>What a feed delivers many of, reduced to what a page shows of it.</summary>
public interface IFeedItem
{
    /// <summary>The item in two lines of text. Untrusted: the view encodes it.</summary>
    FeedLine ToLine();
}
