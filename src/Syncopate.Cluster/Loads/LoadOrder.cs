using System.Text.Json;
using Syncopate.Load;

namespace Syncopate.Cluster.Loads;

/// <summary>One agent's part of a load, as it is sent to it. It holds what each request holds, header values and bodies too: it is in no
/// journal, and in the database only as long as the run.</summary>
internal sealed record LoadOrder
{
    /// <summary>The <see cref="ClusterProtocol"/> of who gives the order; 0 for a build that did not say one yet.</summary>
    public int Protocol { get; init; }

    /// <summary>Such as http://shop.example.com:5000.</summary>
    public required string Target { get; init; }

    /// <summary>Hosts that the user of the conductor has allowed. The agent has a list of its own, and both must agree.</summary>
    public required IReadOnlyList<string> AllowedHosts { get; init; }

    /// <summary>Path and query; without meaning for a scenario.</summary>
    public required string Path { get; init; }

    /// <summary>This agent's part of the users, or of the rate.</summary>
    public required LoadShape Shape { get; init; }

    public required string Method { get; init; }

    /// <summary>Name and value by turns, in their order.</summary>
    public required IReadOnlyList<string> Headers { get; init; }

    public required byte[] Body { get; init; }

    /// <summary>The text of the scenario; null for one request.</summary>
    public string? Scenario { get; init; }

    /// <summary>Statuses of a good answer.</summary>
    public required IReadOnlyList<int> Expected { get; init; }

    public bool KeepsConnections { get; init; }

    public bool FollowsRedirects { get; init; }

    /// <summary>Ticks; null for the usual.</summary>
    public long? KeepsGoing { get; init; }

    public long ThinkTicks { get; init; }

    public long DiscardTicks { get; init; }

    public int Traces { get; init; }

    /// <summary>Of the ids of traces, another one for each part; null when requests carry none.</summary>
    public ulong? TraceSeed { get; init; }

    /// <summary>Of the event loops; 0 for as many as the agent's machine gives a generator.</summary>
    public int Threads { get; init; }

    public long TimeoutTicks { get; init; }

    public required string HttpVersion { get; init; }

    public bool TrustsAnyCertificate { get; init; }

    /// <summary>The order for a part of a load.</summary>
    /// <param name="target">The server, and the hosts that may be loaded.</param>
    /// <param name="request">The whole load.</param>
    /// <param name="options">Bounds and threads; null for the agent's own.</param>
    /// <param name="shape">The part.</param>
    /// <param name="traces">Single requests that this part keeps.</param>
    public static LoadOrder Of((HttpTarget Server, IReadOnlyList<string> AllowedHosts) target, LoadRequest request, LoadOptions? options,
        LoadShape shape, int traces)
    {
        LoadOptions bounds = options ?? new LoadOptions();
        return new LoadOrder
        {
            Protocol = ClusterProtocol.Current,
            Target = target.Server.BaseAddress.GetLeftPart(UriPartial.Authority),
            AllowedHosts = target.AllowedHosts,
            Path = request.Path,
            Shape = shape,
            Method = request.Method,
            Headers = [.. request.Headers.SelectMany(header => new[] { header.Key, header.Value })],
            Body = request.Body.ToArray(),
            Scenario = request.Scenario?.Source,
            Expected = [.. Enumerable.Range(200, 400).Where(request.Expected.Include)],
            KeepsConnections = request.KeepsConnections,
            FollowsRedirects = request.FollowsRedirects,
            KeepsGoing = request.OutageTimeout?.Ticks,
            ThinkTicks = request.ThinkTime.Ticks,
            DiscardTicks = request.Discard.Ticks,
            Traces = traces,
            TraceSeed = request.TraceParents?.NewSeed(),
            // As many as this machine would take by itself says nothing of another one.
            Threads = bounds.Threads == new LoadOptions().Threads ? 0 : bounds.Threads,
            TimeoutTicks = bounds.TotalTimeout.Ticks,
            HttpVersion = bounds.HttpVersion.ToString(2),
            TrustsAnyCertificate = bounds.TrustsAnyCertificate,
        };
    }

    public string ToText() => JsonSerializer.Serialize(this, LoadJson.Default.LoadOrder);

    /// <summary>Bounds of an answer, as the order has them.</summary>
    public LoadOptions ToOptions()
    {
        LoadOptions options = new()
        {
            TotalTimeout = TimeSpan.FromTicks(TimeoutTicks),
            HttpVersion = Version.Parse(HttpVersion),
            TrustsAnyCertificate = TrustsAnyCertificate,
        };
        return Threads == 0 ? options : options with { Threads = Threads };
    }

    /// <summary>The request; every rule of one that is typed holds for it, too.</summary>
    /// <exception cref="ArgumentException">It could not be sent.</exception>
    /// <exception cref="FormatException">The scenario is none.</exception>
    public LoadRequest ToRequest() =>
        (Scenario is null ? new LoadRequest(Path, Shape) : new LoadRequest(LoadScenario.Parse(Scenario), Shape)) with
        {
            Method = Method,
            Headers = [.. Headers.Chunk(2).Where(pair => pair.Length == 2).Select(pair => KeyValuePair.Create(pair[0], pair[1]))],
            Body = Body,
            Expected = ExpectedStatuses.Of([.. Expected]),
            KeepsConnections = KeepsConnections,
            FollowsRedirects = FollowsRedirects,
            OutageTimeout = KeepsGoing is { } ticks ? TimeSpan.FromTicks(ticks) : null,
            ThinkTime = TimeSpan.FromTicks(ThinkTicks),
            Discard = TimeSpan.FromTicks(DiscardTicks),
            MaximumTraces = Traces,
            TraceParents = TraceSeed is { } seed ? new TraceParents(seed) : null,
        };
}
