using System.Text.Json.Serialization.Metadata;

namespace SampleSite.Feeds;

/// <summary>A list that another process serves.</summary>
/// <param name="Name">Name of the part in the Server-Timing header, and of the feed in <c>?fail=</c>.</param>
/// <param name="Title">Heading on the page.</param>
/// <param name="Path">Below the address of FeedService, without a leading slash.</param>
/// <param name="Json">How to read the list.</param>
/// <typeparam name="T">What the list is made of.</typeparam>
public sealed record Feed<T>(string Name, string Title, string Path, JsonTypeInfo<List<T>> Json) where T : class, IFeedItem
{
    /// <summary>The request that asks for it; to be disposed by the caller.</summary>
    public HttpRequestMessage Request(FeedQuery query) => new(HttpMethod.Get, Path + query.For(Name));
}
