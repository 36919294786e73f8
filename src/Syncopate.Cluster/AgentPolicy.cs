using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Syncopate.Units;

namespace Syncopate.Cluster;

/// <summary>What the owner of a machine lets others do from it. No command from outside widens it; without a file an agent loads its own
/// machine only.</summary>
internal sealed record AgentPolicy
{
    private const double HighestPerSecond = 1_000_000;
    private const int MostConnectionsEver = 10_000;

    // Before Closed, which has it.
    private static readonly TimeSpan LongestEver = TimeSpan.FromDays(1);

    /// <summary>That of an agent without a file.</summary>
    public static AgentPolicy Closed { get; } = new() { AllowedHosts = ["localhost", "127.0.0.1", "::1"] };

    /// <summary>Hosts that may be loaded: names or addresses, compared in full, without wildcards.</summary>
    public required IReadOnlyList<string> AllowedHosts { get; init; }

    /// <summary>Most requests per second, on average over ten seconds; those that follow redirects count.</summary>
    public double MostRequestsPerSecond { get; init; } = HighestPerSecond;

    /// <summary>Most connections at once.</summary>
    public int MostConnections { get; init; } = MostConnectionsEver;

    /// <summary>Longest load: so long requests may be sent. Last answers may come later.</summary>
    public TimeSpan Longest { get; init; } = LongestEver;

    /// <summary>In words, as the conductor's user reads it.</summary>
    public string Words => $"{string.Join(", ", AllowedHosts)}; up to {Numbers}";

    private string Numbers => string.Create(
        CultureInfo.InvariantCulture,
        $"{MostRequestsPerSecond:#,0.##} requests/s, {MostConnections:#,0} connections, {Longest.TotalSeconds:#,0.##} s");

    /// <summary>Reads a policy file.</summary>
    /// <param name="json">Its text.</param>
    /// <param name="file">Its name, for messages.</param>
    /// <exception cref="ClusterException">It is not one: a misspelt limit must not be no limit.</exception>
    public static AgentPolicy Parse(string json, string file)
    {
        try
        {
            PolicyFile read = JsonSerializer.Deserialize(json, AgentPolicyJson.Default.PolicyFile) ?? throw new JsonException("it is null");
            AgentPolicy policy = new()
            {
                AllowedHosts = read.AllowedHosts,
                MostRequestsPerSecond = read.MostRequestsPerSecond ?? HighestPerSecond,
                MostConnections = read.MostConnections ?? MostConnectionsEver,
                Longest = read.LongestSeconds is { } longest
                    ? Milliseconds.ToTimeSpan(Milliseconds.FromSeconds(longest))
                    : LongestEver,
            };
            return policy.Problem is { } problem
                ? throw new ClusterException($"The policy '{file}' {problem}")
                : policy with { AllowedHosts = [.. policy.AllowedHosts.Select(AsInAddress)] };
        }
        catch (JsonException e)
        {
            string place = e.LineNumber is { } line ? string.Create(CultureInfo.InvariantCulture, $", line {line + 1}") : "";
            throw new ClusterException(
                $"The policy '{file}' cannot be read{place}: {e.Message.Split(" Path:")[0].TrimEnd('.')}. It has \"allowedHosts\" and, if "
                    + $"wanted, "
                + "\"mostRequestsPerSecond\", \"mostConnections\", \"longestSeconds\", and nothing else. Example: {\"allowedHosts\": "
                    + "[\"staging.example.com\"]}");
        }
    }

    /// <summary>As a policy file.</summary>
    public byte[] ToFile() => JsonSerializer.SerializeToUtf8Bytes(
        new PolicyFile(AllowedHosts, MostRequestsPerSecond, MostConnections, Longest.TotalSeconds), AgentPolicyJson.Default.PolicyFile);

    /// <summary>Refuses what goes beyond it.</summary>
    /// <param name="host">The host of the order.</param>
    /// <param name="shape">This agent's part.</param>
    /// <exception cref="ClusterException">It does; the message goes to the conductor's user.</exception>
    public void Check(string host, LoadShape shape)
    {
        string bare = host.Trim('[', ']');
        if (!Allows(bare))
        {
            throw new ClusterException($"its policy does not allow the host '{bare}' (allowed: {string.Join(", ", AllowedHosts)}). Its "
                + $"owner can add it: --policy FILE");
        }

        if (shape.MaximumUsers > MostConnections)
            throw Beyond(shape.MaximumUsers, "connections", MostConnections);
        if (shape is Arrivals arrivals && Math.Max(arrivals.FromPerSecond, arrivals.ToPerSecond) is var rate
            && rate > MostRequestsPerSecond)
        {
            throw Beyond(rate, "requests per second", MostRequestsPerSecond);
        }

        TimeSpan length = shape switch
        {
            UsersForTime l => l.Duration,
            SteppedUsers l => l.Duration,
            Arrivals l => l.Duration,
            // A number of requests is ended by the agent when it has lasted so long: nobody knows before how long it takes.
            _ => TimeSpan.Zero,
        };
        if (length > Longest)
            throw Beyond(length.TotalSeconds, "seconds of load", Longest.TotalSeconds);
    }

    /// <summary>Refuses requests that name another host than those that may be loaded: behind one address there may be many sites, and a
    /// header says which. Sites of this machine have any names.</summary>
    /// <param name="target">Where the requests go.</param>
    /// <param name="headers">Those of all requests.</param>
    /// <exception cref="ClusterException">They do; the message repeats no value of a header.</exception>
    public void CheckNamed(Uri target, IEnumerable<KeyValuePair<string, string>> headers)
    {
        if (target.IsLoopback)
            return;
        IEnumerable<string> named = headers.Where(header => header.Key.Equals("Host", StringComparison.OrdinalIgnoreCase))
            .Select(header => header.Value.Trim());
        if (named.All(AllowsNamed))
            return;
        throw new ClusterException("its policy does not allow the host that the header Host names (allowed: "
            + $"{string.Join(", ", AllowedHosts)}). Its owner can add it: --policy FILE; for agents that are started with the load: "
            + "--allow-host NAME");
    }

    // No more than a host and a port: who reads the header might take another part of it for the host.
    private bool AllowsNamed(string name) =>
        Uri.TryCreate($"http://{name}/", UriKind.Absolute, out Uri? address)
        && address is { UserInfo: "", PathAndQuery: "/", Fragment: "" }
        && Allows(Bare(address, name));

    private bool Allows(string host) => AllowedHosts.Contains(host, StringComparer.OrdinalIgnoreCase);

    // What is looked up for a name that is not ASCII, and IPv6 in its shortest form: an address has them so.
    private static string AsInAddress(string host)
    {
        bool isBare = Uri.CheckHostName(host) == UriHostNameType.IPv6 && !host.StartsWith('[');
        return Uri.TryCreate(isBare ? $"http://[{host}]/" : $"http://{host}/", UriKind.Absolute, out Uri? address)
            ? Bare(address, host)
            : host;
    }

    private static string Bare(Uri address, string otherwise)
    {
        try
        {
            return address.IdnHost.Trim('[', ']');
        }
        catch (UriFormatException)
        {
            return otherwise; // A name that cannot be looked up.
        }
    }

    private static ClusterException Beyond(double asked, string what, double allowed) => new(string.Create(
        CultureInfo.InvariantCulture,
        $"its policy allows {allowed:#,0.##} {what}, and its part has {asked:#,0.##}. Use more agents, or ask its owner"));

    private string? Problem => this switch
    {
        { AllowedHosts.Count: 0 } => "allows no host: an agent that may load nothing is of no use. Name one in \"allowedHosts\".",
        // A list that was read is no null, but what is in it may be.
        _ when AllowedHosts.Where(host => Uri.CheckHostName(host) == UriHostNameType.Unknown).Select(host => host ?? "null")
            .FirstOrDefault() is { } wrong =>
            $"allows the host '{wrong}', which is not a host name or address. Host names are compared in full: no wildcards, no port, no "
                + $"http://.",
        { MostRequestsPerSecond: not (> 0 and <= HighestPerSecond) } =>
            Range("mostRequestsPerSecond", MostRequestsPerSecond, "above 0 and at most 1,000,000"),
        { MostConnections: not (>= 1 and <= MostConnectionsEver) } => Range("mostConnections", MostConnections, "1 to 10,000"),
        _ when Longest <= TimeSpan.Zero || Longest > LongestEver =>
            Range("longestSeconds", Longest.TotalSeconds, "above 0 and at most 86,400"),
        _ => null,
    };

    private static string Range(string name, double found, string allowed) =>
        string.Create(CultureInfo.InvariantCulture, $"has \"{name}\": {found}; allowed is {allowed}.");
}

/// <summary>The file form of an <see cref="AgentPolicy"/>; null is what it does not say.</summary>
internal sealed record PolicyFile(
    IReadOnlyList<string> AllowedHosts, double? MostRequestsPerSecond = null, int? MostConnections = null, double? LongestSeconds = null);

/// <summary>A policy as JSON: an unknown or doubled name is an error.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    AllowDuplicateProperties = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    ReadCommentHandling = JsonCommentHandling.Skip)]
[JsonSerializable(typeof(PolicyFile))]
internal sealed partial class AgentPolicyJson : JsonSerializerContext;
