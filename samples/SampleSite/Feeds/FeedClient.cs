using System.Text.Json;
using SampleSite.Timing;

namespace SampleSite.Feeds;

/// <summary>Asks feeds, in a form that blocks and in one that does not. One request's; a failing feed is an answer, not
/// an exception.</summary>
public sealed class FeedClient(HttpClient http, RequestTiming timing)
{
    /// <summary>Asks and waits; the calling thread is held until the last byte is read.</summary>
    public FeedAnswer Read<T>(
        Feed<T> feed, FeedQuery query, CancellationToken token)
        where T : class, IFeedItem
    {
        using TimedPart call = timing.Begin(feed.Name);
        try
        {
            using HttpRequestMessage request = feed.Request(query);
            using HttpResponseMessage response = http.Send(request, token);
            response.EnsureSuccessStatusCode();
            using Stream body = response.Content.ReadAsStream(token);
            List<T>? items = JsonSerializer.Deserialize(body, feed.Json);

            return Answer(feed, items, call);
        }
        catch (Exception failure) when (FeedProblem.Explains(failure))
        {
            return Refusal(feed, failure, call);
        }
    }

    /// <summary>Asks and awaits; no thread is held while the feed is working.</summary>
    public async Task<FeedAnswer> ReadAsync<T>(
        Feed<T> feed, FeedQuery query, CancellationToken token)
        where T : class, IFeedItem
    {
        using TimedPart call = timing.Begin(feed.Name);
        try
        {
            using HttpRequestMessage request = feed.Request(query);
            using HttpResponseMessage response = await http.SendAsync(request, token);
            response.EnsureSuccessStatusCode();
            using Stream body = await response.Content.ReadAsStreamAsync(token);
            List<T>? items = await JsonSerializer.DeserializeAsync(body, feed.Json, token);

            return Answer(feed, items, call);
        }
        catch (Exception failure) when (FeedProblem.Explains(failure))
        {
            return Refusal(feed, failure, call);
        }
    }

    private static FeedAnswer Answer<T>(Feed<T> feed, List<T>? items, TimedPart call) where T : class, IFeedItem
    {
        List<FeedLine> lines = FeedLine.Each(items ?? throw new JsonException("null where a list was expected")).ToList();
        call.Dispose();
        return new FeedAnswer(feed.Name, feed.Title, lines, null, call.Milliseconds);
    }

    private FeedAnswer Refusal<T>(Feed<T> feed, Exception failure, TimedPart call) where T : class, IFeedItem
    {
        call.Dispose();
        return new FeedAnswer(feed.Name, feed.Title, [], FeedProblem.Of(failure, http), call.Milliseconds);
    }
}
