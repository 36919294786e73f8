using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using Syncopate.Running.Rounds;

namespace Syncopate.Experiments;

/// <summary>What the tool asks of a site that only the holder of the run's key may ask. One for a run; any thread may call.</summary>
internal sealed class SiteCalls : IDisposable
{
    private const int MostWords = 300;

    private readonly HttpClient _client;

    public SiteCalls(SampleServers servers)
    {
        _client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
        _client.DefaultRequestHeaders.Add(KeyHeader, servers.RunKey);
    }

    /// <summary>Name of the header that carries the key.</summary>
    public const string KeyHeader = "X-Run-Key";

    /// <summary>Puts a number of first posts in place of all there are.</summary>
    public async Task ResetAsync(Uri server, int posts, CancellationToken cancellationToken)
    {
        using HttpResponseMessage answer = await PostAsync(
            server, string.Create(CultureInfo.InvariantCulture, $"/data/reset?posts={posts}"), cancellationToken);
    }

    /// <summary>Has a form of an operation called inside the site, and reads what the calls cost.</summary>
    /// <param name="server">The site.</param>
    /// <param name="path">Such as "/data/list-direct/async".</param>
    /// <param name="calls">How many calls.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="HttpRequestException">The site could not do it; its own words are in the message.</exception>
    public async Task<SlotWork> MeasureAsync(Uri server, string path, int calls, CancellationToken cancellationToken)
    {
        using HttpResponseMessage answer = await PostAsync(
            server, string.Create(CultureInfo.InvariantCulture, $"{path}?times={calls}"), cancellationToken);
        return Checked(path, calls, await answer.Content.ReadFromJsonAsync<CallsAnswer>(cancellationToken));
    }

    /// <summary>Has the forms of an operation called inside the site in turns, one right after the other.</summary>
    /// <param name="operation">Such as "/data/list-direct".</param>
    /// <param name="turns">Whose turn it is, in order; all on one server. At least one.</param>
    /// <param name="calls">Calls in a turn.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>What each turn measured.</returns>
    /// <exception cref="HttpRequestException">The site could not do it; its own words are in the message.</exception>
    public async Task<IReadOnlyList<SlotWork>> TakeTurnsAsync(
        string operation, IReadOnlyList<SlotPlace> turns, int calls, CancellationToken cancellationToken)
    {
        string forms = string.Join(',', turns.Select(t => t.Form.InLowerCase()));
        using HttpResponseMessage answer = await PostAsync(
            turns[0].Server,
            string.Create(CultureInfo.InvariantCulture, $"{operation}/turns?times={calls}&forms={forms}"),
            cancellationToken);
        IReadOnlyList<CallsAnswer> measured = await answer.Content.ReadFromJsonAsync<IReadOnlyList<CallsAnswer>>(cancellationToken) ?? [];
        return measured.Count == turns.Count
            ? [.. measured.Select(m => Checked(operation, calls, m))]
            : throw new HttpRequestException($"{operation} answered for {measured.Count} turns, {turns.Count} expected.");
    }

    private static SlotWork Checked(string path, int calls, CallsAnswer? measured)
    {
        if (measured is null || measured.Nanoseconds.Count != calls || measured.Nanoseconds.Any(n => n <= 0))
        {
            throw new HttpRequestException($"{path} was called {calls} times and answered with durations "
                + $"of {measured?.Nanoseconds.Count ?? 0} calls, each above 0 expected.");
        }

        return new SlotWork(measured.Nanoseconds, new Dictionary<string, double>(StringComparer.Ordinal)
        {
            ["commandsPerCall"] = (double)measured.Commands / calls,
            ["rowsPerCall"] = measured.Rows,
            ["heldShare"] = measured.HeldShare,
        })
        {
            CpuNanoseconds = measured.CpuNanoseconds,
            AllocatedBytes = measured.AllocatedBytes,
            Collections = measured.Collections,
            AtNanoseconds = measured.AtNanoseconds,
        };
    }

    /// <summary>Has loops of calls timed inside the process, and reads what they cost.</summary>
    /// <param name="server">The process.</param>
    /// <param name="path">Such as "/loops/yield/async".</param>
    /// <param name="load">How many loops, and how long each is.</param>
    /// <param name="counters">Figures of the loop itself; may be empty.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="HttpRequestException">The process could not do it; its own words are in the message.</exception>
    public async Task<SlotWork> LoopAsync(
        Uri server, string path, CallsInProcess load, IReadOnlyDictionary<string, double> counters, CancellationToken cancellationToken)
    {
        using HttpResponseMessage answer = await PostAsync(
            server, string.Create(CultureInfo.InvariantCulture, $"{path}?times={load.Calls}&calls={load.LoopLength}"), cancellationToken);
        LoopsAnswer? measured = await answer.Content.ReadFromJsonAsync<LoopsAnswer>(cancellationToken);
        if (measured is null || measured.Nanoseconds.Count != load.Calls || measured.Nanoseconds.Any(n => n <= 0))
        {
            throw new HttpRequestException($"{path} was asked for {load.Calls} loops and answered with durations "
                + $"of {measured?.Nanoseconds.Count ?? 0}, each above 0 expected.");
        }

        return new SlotWork(measured.Nanoseconds, counters)
        {
            CpuNanoseconds = measured.CpuNanoseconds,
            AllocatedBytes = measured.AllocatedBytes,
        };
    }

    /// <summary>Sends a POST without a body.</summary>
    /// <exception cref="HttpRequestException">The answer is not a success, or there is none.</exception>
    public async Task<HttpResponseMessage> PostAsync(Uri server, string path, CancellationToken cancellationToken)
    {
        HttpResponseMessage answer;
        try
        {
            answer = await _client.PostAsync(new Uri(server, path), null, cancellationToken);
        }
        catch (TaskCanceledException e) when (e.InnerException is TimeoutException)
        {
            throw new HttpRequestException(
                string.Create(
                    CultureInfo.InvariantCulture, $"POST {path.Split('?')[0]} was not answered within {_client.Timeout.TotalSeconds:0} s."),
                e);
        }

        if (answer.IsSuccessStatusCode)
            return answer;
        using (answer)
        {
            throw new HttpRequestException(
                $"POST {path.Split('?')[0]} answered {(int)answer.StatusCode}{await WordsAsync(answer, cancellationToken)}.");
        }
    }

    /// <summary>Reads a document.</summary>
    public async Task<JsonElement> GetAsync(Uri server, string path, CancellationToken cancellationToken) =>
        await _client.GetFromJsonAsync<JsonElement>(new Uri(server, path), cancellationToken);

    public void Dispose() => _client.Dispose();

    /// <summary>What the site says went wrong, when it says so as a problem document.</summary>
    private static async Task<string> WordsAsync(HttpResponseMessage answer, CancellationToken cancellationToken)
    {
        if (answer.Content.Headers.ContentType?.MediaType != "application/problem+json")
            return "";
        JsonElement problem = await answer.Content.ReadFromJsonAsync<JsonElement>(cancellationToken);
        string words = problem.TryGetProperty("detail", out JsonElement detail) ? detail.ToString()
            : problem.TryGetProperty("title", out JsonElement title) ? title.ToString()
            : "";
        return words.Length == 0 ? "" : ": " + words[..Math.Min(words.Length, MostWords)].TrimEnd('.');
    }

    /// <summary>The site's answer.</summary>
    /// <param name="Nanoseconds">One value a call, in order.</param>
    /// <param name="CpuNanoseconds">Of the whole process during all calls.</param>
    /// <param name="AllocatedBytes">Of the whole process during all calls.</param>
    /// <param name="Commands">Commands of all calls.</param>
    /// <param name="HeldShare">Share of the time in which the caller was held before it had its task.</param>
    /// <param name="Rows">Rows that one call reads.</param>
    /// <param name="AtNanoseconds">When the first call began, counted from the first turn's.</param>
    /// <param name="Collections">During all calls, by generation from 0.</param>
    private sealed record CallsAnswer(
        IReadOnlyList<long> Nanoseconds, long CpuNanoseconds, long AllocatedBytes, int Commands, double HeldShare, int Rows,
        long AtNanoseconds, IReadOnlyList<int> Collections);

    /// <summary>What loops cost.</summary>
    /// <param name="Nanoseconds">One value a loop, in order.</param>
    /// <param name="CpuNanoseconds">Of the whole process during all loops.</param>
    /// <param name="AllocatedBytes">Of the whole process during all loops.</param>
    private sealed record LoopsAnswer(IReadOnlyList<long> Nanoseconds, long CpuNanoseconds, long AllocatedBytes);
}
