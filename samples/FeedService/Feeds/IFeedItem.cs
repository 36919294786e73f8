using System.Linq.Expressions;

namespace FeedService.Feeds;

/// <summary>An item that can be listed, read and written: how it becomes what a client sees, and how it takes what a
/// client sends.</summary>
internal interface IFeedItem<TSelf, TInput, TView>
{
    /// <summary>A projection, so that the database reads only what is shown.</summary>
    static abstract Expression<Func<TSelf, TView>> View { get; }

    /// <param name="input">Validated.</param>
    void Take(TInput input);
}
