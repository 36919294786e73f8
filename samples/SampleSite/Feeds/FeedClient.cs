using System.Text.Json;
using SampleSite.Timing;

namespace SampleSite.Feeds;

/// <summary>Asks feeds, in a form that blocks and in one that does not. One request's; a failing feed is an answer, not an exception.</summary>
public sealed class FeedClient(HttpClient http, RequestTiming timing)
{
    /// <summary>Asks and waits; the calling thread is held until the last byte is read.</summary>
    public FeedAnswer Read<T>(Feed<T> feed, FeedQuery query, CancellationToken token) where T : IFeedItem
    {
        using var call = timing.Begin(feed.Name);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, feed.Path + query.For(feed.Name));
            using var response = http.Send(request, token);
            response.EnsureSuccessStatusCode();
            using var body = response.Content.ReadAsStream(token);
            var items = JsonSerializer.Deserialize(body, feed.Json);

            return Answer(feed, items, call);
        }
        catch (Exception failure) when (FeedProblem.Of(failure, http) is not null)
        {
            return Refusal(feed, failure, call);
        }
    }

    /// <summary>Asks and awaits; no thread is held while the feed is working.</summary>
    public async Task<FeedAnswer> ReadAsync<T>(Feed<T> feed, FeedQuery query, CancellationToken token) where T : IFeedItem
    {
        using var call = timing.Begin(feed.Name);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, feed.Path + query.For(feed.Name));
            using var response = await http.SendAsync(request, token);
            response.EnsureSuccessStatusCode();
            using var body = await response.Content.ReadAsStreamAsync(token);
            var items = await JsonSerializer.DeserializeAsync(body, feed.Json, token);

            return Answer(feed, items, call);
        }
        catch (Exception failure) when (FeedProblem.Of(failure, http) is not null)
        {
            return Refusal(feed, failure, call);
        }
    }

    private static FeedAnswer Answer<T>(Feed<T> feed, List<T>? items, TimedPart call) where T : IFeedItem
    {
        // The serializer checks the members of an item, not whether there is one.
        if (items is null || items.Any(static item => item is null))
            throw new JsonException("null where an item was expected");

        call.Dispose();
        return new FeedAnswer(feed.Name, feed.Title, [.. items.Select(static item => item.ToLine())], null, call.Milliseconds);
    }

    private FeedAnswer Refusal<T>(Feed<T> feed, Exception failure, TimedPart call) where T : IFeedItem
    {
        call.Dispose();
        return new FeedAnswer(feed.Name, feed.Title, [], FeedProblem.Of(failure, http), call.Milliseconds);
    }
}
