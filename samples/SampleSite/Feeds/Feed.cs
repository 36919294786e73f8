using System.Text.Json.Serialization.Metadata;

namespace SampleSite.Feeds;

/// <summary>A list that another process serves.</summary>
/// <param name="Name">Name of the part in the Server-Timing header, and of the feed in <c>?fail=</c>.</param>
/// <param name="Title">Heading on the page.</param>
/// <param name="Path">Below the address of FeedService, without a leading slash.</param>
/// <param name="Json">How to read the answer.</param>
/// <param name="Lines">What a page shows of it.</param>
/// <typeparam name="T">What the answer is.</typeparam>
public sealed record Feed<T>(string Name, string Title, string Path, JsonTypeInfo<T> Json, Func<T, IEnumerable<FeedLine>> Lines) where T : class
{
    /// <summary>The request that asks for it; to be disposed by the caller.</summary>
    public HttpRequestMessage Request(FeedQuery query) => new(HttpMethod.Get, Path + query.For(Name));
}
