using System.Globalization;
using SampleSite.Feeds;
using SampleSite.Timing;

namespace SampleSite.FirstWins;

/// <summary>Asks one of the ten servers of a race. One request's; a failure is an answer, not an exception.</summary>
public sealed class LaneClient(HttpClient http, RequestTiming timing)
{
    /// <summary>How many servers there are.</summary>
    public const int Lanes = 10;

    /// <summary>Name of a lane's part in the Server-Timing header.</summary>
    public static string Name(int lane) => $"lane-{lane}";

    /// <summary>Asks and waits; the calling thread is held until the answer is there.</summary>
    public LaneAnswer Ask(
        int ticket, int lane, CancellationToken token)
    {
        using TimedPart call = timing.Begin(Name(lane));
        try
        {
            using HttpRequestMessage request = Request(ticket, lane);
            using HttpResponseMessage response = http.Send(request, token);
            response.EnsureSuccessStatusCode();

            return new LaneAnswer(lane, null);
        }
        catch (Exception failure) when (FeedProblem.Explains(failure))
        {
            return new LaneAnswer(lane, FeedProblem.Of(failure, http));
        }
    }

    /// <summary>Asks and awaits. A call that <paramref name="token"/> stops is an answer too: it cannot win.</summary>
    public async Task<LaneAnswer> AskAsync(
        int ticket, int lane, CancellationToken token)
    {
        using TimedPart call = timing.Begin(Name(lane));
        try
        {
            using HttpRequestMessage request = Request(ticket, lane);
            using HttpResponseMessage response = await http.SendAsync(request, token);
            response.EnsureSuccessStatusCode();

            return new LaneAnswer(lane, null);
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            return new LaneAnswer(lane, "It was told to stop.");
        }
        catch (Exception failure) when (FeedProblem.Explains(failure))
        {
            return new LaneAnswer(lane, FeedProblem.Of(failure, http));
        }
    }

    /// <summary>Asks all of them at once.</summary>
    public Task<LaneAnswer>[] AskAll(int ticket, CancellationToken token) =>
        [.. Enumerable.Range(0, Lanes).Select(lane => AskAsync(ticket, lane, token))];

    private static HttpRequestMessage Request(int ticket, int lane) =>
        new(HttpMethod.Get, string.Create(CultureInfo.InvariantCulture, $"race/{ticket}/{lane}"));
}
