using System.Buffers;
using System.Text;
using Syncopate.Load.Client;

namespace Syncopate.Load;

/// <summary>What to send, and how much of it.</summary>
public sealed record LoadRequest
{
    /// <summary>Redirects that are followed for one request; a server that sends its users in a circle needs a bound.</summary>
    public const int MostRedirects = 10;

    // Of each engine, and of who asks a server what an engine will be answered: some servers answer others otherwise.
    internal static readonly KeyValuePair<string, string>[] OwnHeaders = [new("User-Agent", "Syncopate"), new("Accept", "*/*")];

    private static readonly SearchValues<char> InPath =
        SearchValues.Create([.. Enumerable.Range('!', '~' - '!' + 1).Select(code => (char)code).Where(c => c != '#')]);
    private static readonly SearchValues<char> InToken =
        SearchValues.Create("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    private static readonly SearchValues<char> InValue =
        SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(code => (char)code), '\t']);

    // Sent twice they do no more than sent once (RFC 9110, 9.2.2).
    private static readonly string[] Idempotent = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"];

    // The engine knows where a body ends and whether a connection goes on; a second opinion would be two lengths in one request.
    private static readonly string[] OfTheEngine = ["Connection", "Content-Length", "Transfer-Encoding", "Expect", "Upgrade"];

    /// <param name="path">Path and query, starting with "/", already escaped.</param>
    /// <param name="shape">Users and how much each of them sends, or the rate.</param>
    /// <exception cref="ArgumentException"><paramref name="path"/> could not be sent as it is.</exception>
    public LoadRequest(string path, LoadShape shape)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(shape);
        if (!path.StartsWith('/') || path.AsSpan().ContainsAnyExcept(InPath))
        {
            throw new ArgumentException(
                $"Cannot request \"{path}\": a path starts with \"/\" and has visible ASCII only; escape the rest with %.", nameof(path));
        }

        Path = path;
        Shape = shape;
    }

    /// <param name="scenario">What each user goes through. The loops of a shape are passes, and at a rate passes are
    /// due; each of their requests counts.</param>
    /// <param name="shape">Users and how many passes each of them makes, or the rate.</param>
    public LoadRequest(LoadScenario scenario, LoadShape shape)
    {
        ArgumentNullException.ThrowIfNull(scenario);
        ArgumentNullException.ThrowIfNull(shape);
        Scenario = scenario;
        Path = scenario.Steps[0].Path;
        Shape = shape;
    }

    /// <summary>A path and query as they were written, with only what cannot stand in a request line escaped: what is
    /// escaped already, dots and marks such as "|" are left as they are, as a signature may be over them.</summary>
    internal static string Escape(string path)
    {
        StringBuilder escaped = new(path.Length);
        foreach (Rune rune in path.EnumerateRunes())
        {
            if (rune.IsAscii && InPath.Contains((char)rune.Value))
                escaped.Append((char)rune.Value);
            else
                escaped.Append(Uri.EscapeDataString(rune.ToString()));
        }

        return escaped.ToString();
    }

    /// <summary>The sequence of requests; null for one request, over and over. It has methods, bodies and headers of
    /// its own; <see cref="Headers"/> are sent with each step.</summary>
    public LoadScenario? Scenario { get; }

    /// <summary>Path and query, starting with "/"; of a scenario that of its first step.</summary>
    public string Path { get; }

    /// <summary>Users and how much each of them sends, or the rate.</summary>
    public LoadShape Shape { get; init; }

    /// <summary>Such as "POST"; default "GET". CONNECT is refused: what follows it is no answer.</summary>
    /// <exception cref="ArgumentException">The value is not a method that can be sent.</exception>
    public string Method
    {
        get;
        init => field = IsToken(value) && value != "CONNECT"
            ? value
            : throw new ArgumentException(
                $"Cannot send \"{value}\": a method is a word in ASCII, such as GET or POST, and not CONNECT.", nameof(value));
    } = "GET";

    /// <summary>Further header fields, sent in this order; default none. Host, User-Agent and Accept replace the
    /// engine's own. They are in no result and no message.</summary>
    /// <exception cref="ArgumentException">A name or value that could not be sent as it is, or a field that the engine
    /// sets by itself.</exception>
    public IReadOnlyList<KeyValuePair<string, string>> Headers
    {
        get;
        init
        {
            foreach ((string name, string text) in value)
                CheckHeader(name, text);
            CheckTraceParent(TraceParents, value);
            field = [.. value];
        }
    } = [];

    /// <summary>Gives each request a trace of its own; default null: none. It has a price: for the server that of a trace
    /// each, for the generator too little to be measured (bench/results/load.md).</summary>
    /// <exception cref="ArgumentException"><see cref="Headers"/> has a <c>traceparent</c>.</exception>
    internal TraceParents? TraceParents
    {
        get;
        init
        {
            CheckTraceParent(value, Headers.Concat(Scenario?.Steps.SelectMany(step => step.Headers) ?? []));
            field = value;
        }
    }

    /// <summary>Body of each request, sent with its length; default none. The bytes are not copied: leave them alone
    /// while a load runs.</summary>
    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>True, the default, to keep each connection for the next request; false for one connection a request,
    /// whose opening then counts as part of its latency.</summary>
    public bool KeepsConnections { get; init; } = true;

    /// <summary>Statuses of a good answer; default 200 to 299. A redirect is answered well only when it is expected or followed.</summary>
    public ExpectedStatuses Expected { get; init; } = ExpectedStatuses.Success;

    /// <summary>True to follow redirects on the same server, up to <see cref="MostRedirects"/> for a request, as a
    /// browser does: to GET, without the body, but for 307 and 308.
    /// All its answers are one request, timed from the first sending to the last byte. Only
    /// <see cref="HttpClientEngine"/> can. Default false.</summary>
    public bool FollowsRedirects { get; init; }

    /// <summary>How long the target may be away, from its first failure, before the load is ended: up to
    /// <see cref="TimeSpan.MaxValue"/>. Default null: half a second, or one timeout.
    /// A target that is not there when the load begins ends it in any case.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public TimeSpan? OutageTimeout
    {
        get;
        init
        {
            if (value < TimeSpan.Zero)
                throw new ArgumentOutOfRangeException(nameof(value), value, "A target cannot be away for less than no time.");
            field = value;
        }
    }

    /// <summary>How long a user waits between an answer and its next request, up to 1 h; default zero. Only for users;
    /// a rate needs none.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public TimeSpan ThinkTime
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, TimeSpan.FromHours(1));
            field = value;
        }
    }

    /// <summary>Answers to requests sent, or due, within this time from the start are counted but not recorded; default zero.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public TimeSpan Discard
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            field = value;
        }
    }

    /// <summary>How many requests to keep one by one: the first that were sent after <see cref="Discard"/>, 0 to
    /// 10,000; default 0.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public int MaximumTraces
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 10_000);
            field = value;
        }
    }

    /// <summary>Checksum of the start of the body that every good answer should have, as <see cref="Tallying.BodyStart"/> makes it: answers
    /// with another one are counted, and good all the same. Default null: any body. Not sent to agents.</summary>
    internal uint? BodyChecksum { get; init; }

    /// <summary>True for a load that is in no figure: one that warms, or tries. Default false. Not sent to agents.</summary>
    internal bool IsUnrecorded { get; init; }

    /// <summary>Takes down what the requests of the first users do, to be drawn meanwhile; default null: nothing. It has a price
    /// for those requests, of which their reader says how many.</summary>
    internal RequestRing? Ring { get; init; }

    /// <summary>Receives what each interval measured, while the load runs: one call after the other, in order, on a
    /// thread of the pool, the last one after the load has ended and before its result is there. What it throws cancels the load and is
    /// thrown to its caller. Default null: none. Beware of <see cref="Progress{T}"/>, which does not keep the order.</summary>
    public IProgress<LoadInterval>? Intervals { get; init; }

    /// <summary>How long an interval is, 10 ms to 1 h; default 1 s. The last one is shorter; one in which this process
    /// had no processor is longer.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public TimeSpan IntervalLength
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.FromMilliseconds(10));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, TimeSpan.FromHours(1));
            field = value;
        }
    } = TimeSpan.FromSeconds(1);

    /// <summary>When to begin, once the connections are open; default null: at once. With it a request is good for one load.</summary>
    internal LoadStart? Start { get; init; }

    /// <summary>Whether it may be sent once more when its connection is closed before it was answered (RFC 9112, 9.3.1).</summary>
    internal bool MayBeRepeated => IsIdempotent(Method);

    /// <summary>Whether a request of this method does no more when it is sent twice.</summary>
    internal static bool IsIdempotent(string method) => Idempotent.Contains(method, StringComparer.Ordinal);

    private static bool IsToken(string text) => text.Length > 0 && !text.AsSpan().ContainsAnyExcept(InToken);

    private static void CheckTraceParent(TraceParents? parents, IEnumerable<KeyValuePair<string, string>> headers)
    {
        if (parents is not null && headers.Any(header => header.Key.Equals(TraceParents.Header, StringComparison.OrdinalIgnoreCase)))
        {
            throw new ArgumentException($"Cannot send the header \"{TraceParents.Header}\": each request has one of its own, with an id "
                + "that is told. Leave out one of both.", nameof(headers));
        }
    }

    // The value is never repeated in a message: it may be a key.
    private static void CheckHeader(string name, string text)
    {
        if (!IsToken(name) || text.AsSpan().ContainsAnyExcept(InValue))
        {
            throw new ArgumentException(
                $"Cannot send the header \"{name}\": its name is a word in ASCII, its value printable ASCII.", nameof(name));
        }

        if (OfTheEngine.Contains(name, StringComparer.OrdinalIgnoreCase))
        {
            throw new ArgumentException(
                $"Cannot send the header \"{name}\": it is set by the engine, from the body and from {nameof(KeepsConnections)}.",
                nameof(name));
        }
    }
}
