using System.Text.Json;
using System.Text.Json.Serialization;
using Syncopate.Planning.Formulas;
using Syncopate.Units;

namespace Syncopate.Planning;

/// <summary>A scenario in a file: several kinds of requests in their shares, and what is known of machine and load. Times in ms.</summary>
internal sealed record PlanFile
{
    private const int LongestCharacters = 1_000_000;

    /// <summary>The kinds of requests, at least one.</summary>
    public required IReadOnlyList<PlanFileEndpoint> Endpoints { get; init; }

    /// <summary>Cores of the machine; null for those of this one.</summary>
    public int? Cores { get; init; }

    /// <summary>Cores that other work takes.</summary>
    public double BackgroundCores { get; init; }

    /// <summary>The pool's minimum; null for one a core.</summary>
    public int? MinimumThreads { get; init; }

    /// <summary>The pool's maximum; null for the runtime's own.</summary>
    public int? MaximumThreads { get; init; }

    /// <summary>Users; null with a rate.</summary>
    public int? Users { get; init; }

    /// <summary>Their pause between an answer and the next request.</summary>
    public double ThinkMilliseconds { get; init; }

    /// <summary>Requests that arrive a second; null with users.</summary>
    public double? ArrivalsPerSecond { get; init; }

    /// <summary>Throughput that was measured at several loads, for the law of scalability; null for none.</summary>
    public IReadOnlyList<PlanFileLevel>? Levels { get; init; }

    /// <summary>Reads a scenario.</summary>
    /// <param name="json">The text, in which comments and trailing commas are allowed.</param>
    /// <exception cref="ArgumentException">It is no such scenario; the message says where and what is wrong.</exception>
    public static PlanFile Parse(string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        if (json.Length > LongestCharacters)
            throw new ArgumentException($"A scenario has at most {LongestCharacters:N0} characters.", nameof(json));
        try
        {
            if (JsonSerializer.Deserialize(json, PlanFileContext.Default.PlanFile) is not { Endpoints.Count: > 0 } file)
            {
                throw new ArgumentException(
                    "A scenario has at least one endpoint: { \"endpoints\": [ { \"cpuMilliseconds\": 2, \"waitMilliseconds\": 80 } ] }",
                    nameof(json));
            }

            return file.Endpoints.Any(e => e is null) || file.Levels?.Any(l => l?.RequestsPerSecond is null) == true
                ? throw new ArgumentException("The scenario has an empty endpoint or level.", nameof(json))
                : file;
        }
        catch (JsonException e)
        {
            throw new ArgumentException(
                $"The scenario cannot be read at line {e.LineNumber + 1}: {e.Message.Split(" Path:")[0].TrimEnd('.')}.", nameof(json), e);
        }
    }

    /// <summary>The kinds of requests, checked.</summary>
    /// <param name="read">Reads waits that vary; null for <see cref="WaitTime.Parse"/>, which knows no files.</param>
    /// <exception cref="ArgumentException">A value is outside its range, or a wait cannot be read.</exception>
    public IReadOnlyList<PlannedEndpoint> Kinds(Func<string, WaitTime>? read = null) =>
        [.. Endpoints.Select((e, i) => Kind(e, e.Name ?? $"request {i + 1}", read ?? WaitTime.Parse))];

    private static PlannedEndpoint Kind(PlanFileEndpoint endpoint, string name, Func<string, WaitTime> read)
    {
        if (endpoint.Wait is null)
        {
            return new PlannedEndpoint(
                new RequestDemand(Milliseconds.ToSeconds(endpoint.CpuMilliseconds), Milliseconds.ToSeconds(endpoint.WaitMilliseconds)),
                endpoint.Waits,
                endpoint.Share,
                name);
        }

        return endpoint.WaitMilliseconds == 0
            ? new PlannedEndpoint(
                Milliseconds.ToSeconds(endpoint.CpuMilliseconds), read(endpoint.Wait), endpoint.Waits, endpoint.Share, name)
            : throw new ArgumentException($"The endpoint '{name}' has both wait and waitMilliseconds: give one of them.");
    }
}

/// <summary>One kind of request in a <see cref="PlanFile"/>.</summary>
/// <param name="Name">What a reader calls it; null for its number.</param>
/// <param name="Share">How often it is asked for, relative to the others.</param>
/// <param name="CpuMilliseconds">Time on a core.</param>
/// <param name="WaitMilliseconds">Time of each of its waits.</param>
/// <param name="Waits">Waits that do not depend on each other.</param>
/// <param name="Wait">In place of <paramref name="WaitMilliseconds"/>, waits that vary, as <see cref="WaitTime.Parse"/>
/// reads them, such as "100ms:exp"; null for equal ones.</param>
internal sealed record PlanFileEndpoint(
    string? Name = null, double Share = 1, double CpuMilliseconds = 0, double WaitMilliseconds = 0, int Waits = 1, string? Wait = null);

/// <summary>What was measured at one load.</summary>
/// <param name="Load">Users, threads or machines; above 0.</param>
/// <param name="RequestsPerSecond">Answers per second, one figure a round; each above 0.</param>
internal sealed record PlanFileLevel(double Load, IReadOnlyList<double> RequestsPerSecond);

/// <summary>How a scenario is read: camelCase names, and no others, so that a mistyped one is reported.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true)]
[JsonSerializable(typeof(PlanFile))]
internal sealed partial class PlanFileContext : JsonSerializerContext;
