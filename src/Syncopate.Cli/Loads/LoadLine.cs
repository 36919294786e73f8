using System.CommandLine;
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using Syncopate.Cli.Lines;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Loads;
using Syncopate.Texts;

namespace Syncopate.Cli.Loads;

/// <summary>The options that say which load to give; shared by the commands that give one.</summary>
/// <param name="takesScenario">Whether a sequence of requests may be given instead of one.</param>
internal sealed class LoadLine(bool takesScenario)
{
    private const string NotRepeated = "...";

    private static readonly TimeSpan ShortestTimeout = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    private readonly LoadAmount _amount = new();
    private readonly Option<string?> _method = new("--method", "-m")
    {
        Description = "Such as POST. GET when not given, POST with a body."
            + (takesScenario ? "" : " With --assembly: the method to call, such as \"My.Customers.Find(7)\"."),
        HelpName = "METHOD",
        CompletionSources = { "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" },
    };
    private readonly Option<string[]> _headers = new("--header", "-H")
    {
        Description = "A header field, \"Name: value\"; may be repeated. Its value is never stored or printed.",
        HelpName = "FIELD",
        AllowMultipleArgumentsPerToken = false,
    };
    private readonly Option<string?> _body = new("--body")
    {
        Description = "Body of each request: a text, or a file as @FILE.",
        HelpName = "TEXT",
    };
    private readonly Option<string?> _scenario = new("--scenario")
    {
        Description = "A JSON file with the requests that each user sends, one after the other; see docs/load.md.",
        HelpName = "FILE",
    };
    private readonly Option<string?> _expect = new("--expect")
    {
        Description = "Statuses that count as success, such as 302 or 200,404; 200 to 299 when not given.",
        HelpName = "STATUS",
    };
    private readonly Option<bool> _follow = new("--follow")
    {
        Description = "Follow redirects on the same server; all answers on the way count as one request.",
    };
    private readonly Option<string?> _keepGoing = new("--keep-going")
    {
        Description = "Keep running while the server is unavailable, for at most this time; without a time, to the end of the load. "
            + "It ends after half a second when not given.",
        HelpName = "TIME",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<string?> _timeout = new("--timeout")
    {
        Description = "Timeout for a whole response; 30s when not given.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _think = new("--think")
    {
        Description = "Think time: pause of a user between a response and the next request; none when not given.",
        HelpName = "TIME",
    };
    private readonly Option<string?> _threads = new("--threads", "-t")
    {
        Description = "Threads of the generator; half of the processors when not given.",
        HelpName = "N",
    };
    private readonly Option<bool> _noKeepAlive = new("--no-keep-alive")
    {
        Description = "One connection per request; opening it is part of the latency.",
    };
    private readonly Option<bool> _http2 = new("--http2") { Description = "Use HTTP/2." };
    private readonly Option<bool> _http3 = new("--http3") { Description = "Use HTTP/3; only https, where the system has QUIC." };
    private readonly Option<bool> _insecure = new("--insecure")
    {
        Description = "Accept any certificate, such as that of a development server.",
    };
    private readonly Option<bool> _traceParent = new("--traceparent")
    {
        Description = "Send its own W3C trace id (traceparent) with each request; the report lists the slowest requests with theirs.",
    };
    private readonly Option<string[]> _allowHost = new("--allow-host")
    {
        Description = "Additional host to allow, besides this machine; may be repeated.",
        HelpName = "NAME",
        AllowMultipleArgumentsPerToken = false,
    };

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All =>
    [
        .. _amount.All,
        _method,
        _headers,
        _body,
        .. takesScenario ? new Option[] { _scenario } : [],
        _expect,
        .. takesScenario ? new Option[] { _follow, _keepGoing } : [],
        _timeout,
        _think,
        _threads,
        _noKeepAlive,
        _http2,
        _http3,
        _insecure,
        _traceParent,
        _allowHost,
    ];

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (Option option in All)
            command.Options.Add(option);
    }

    /// <summary>True when the line says how long a load lasts, or how many requests it has; false for users or a rate alone.</summary>
    public bool SaysHowLong(ParseResult line) => _amount.SaysHowLong(line);

    /// <summary>The time given with --duration; null when none is.</summary>
    /// <exception cref="UsageException">It is out of its range.</exception>
    public TimeSpan? Duration(ParseResult line) => _amount.Duration(line);

    /// <summary>The options as they would be typed again; values of headers and texts of bodies are left out, as they
    /// may be secrets.</summary>
    public IReadOnlyList<string> Words(ParseResult line) => [.. All.SelectMany(option => Words(option, line))];

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    /// <exception cref="UnusableException">The file of the body cannot be read.</exception>
    public LoadSettings Read(ParseResult line)
    {
        LoadShape shape = _amount.Read(line);
        LoadScenario? scenario = takesScenario ? Scenario(line) : null;
        CheckConnections(shape);
        return new LoadSettings(shape, RequestTo(line, shape, scenario), Options(line), Hosts(line), scenario, Words(line));
    }

    private Func<string, LoadRequest> RequestTo(ParseResult line, LoadShape shape, LoadScenario? scenario)
    {
        KeyValuePair<string, string>[] headers = [.. (line.GetValue(_headers) ?? []).Select(Header)];
        byte[] body = Body(line);
        string method = line.GetValue(_method) ?? (body.Length > 0 ? "POST" : "GET");
        TimeSpan think = line.GetValue(_think) is { } text ? LineValue.Duration("--think", text, TimeSpan.Zero, Hour) : TimeSpan.Zero;
        if (think > TimeSpan.Zero && shape is Arrivals)
        {
            throw new UsageException(
                "--think and --rate exclude each other: at a rate requests are due whatever users think. Leave out --think.");
        }

        bool keeps = !line.GetValue(_noKeepAlive);
        ExpectedStatuses expected = Expected(line);
        bool follows = takesScenario && line.GetValue(_follow);
        TimeSpan? outageTimeout = takesScenario ? OutageTimeout(line) : null;
        TraceParents? parents = line.GetValue(_traceParent)
            ? new TraceParents(BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong))))
            : null;
        LoadRequest To(string path) => (scenario is null ? new LoadRequest(path, shape) : new LoadRequest(scenario, shape)) with
        {
            Method = method,
            Headers = headers,
            Body = body,
            ThinkTime = think,
            KeepsConnections = keeps,
            Expected = expected,
            FollowsRedirects = follows,
            OutageTimeout = outageTimeout,
            TraceParents = parents,
        };
        try
        {
            _ = To("/"); // Its checks are those of every request: a wrong method or header is reported before anything starts.
            return To;
        }
        catch (ArgumentException e)
        {
            throw new UsageException(ArgumentSentence.Of(e));
        }
    }

    // One user, one connection. A rate opens what it needs, and says when it could not.
    private static void CheckConnections(LoadShape shape)
    {
        if (shape is not Arrivals && LoadEngine.MostConnections is { } most && shape.MaximumUsers > most)
        {
            throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"{shape.MaximumUsers} users need a connection each, and this process may have {Math.Max(0, most)} open. "
                    + $"Use fewer users, or allow more open files: ulimit -n {shape.MaximumUsers + 1_000}"));
        }
    }

    private ExpectedStatuses Expected(ParseResult line)
    {
        if (line.GetValue(_expect) is not { } text)
            return ExpectedStatuses.Success;
        List<int> statuses = [];
        foreach (string word in text.Split(','))
        {
            statuses.Add(int.TryParse(word.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out int status)
                    && status is >= 200 and <= 599
                ? status
                : throw new UsageException($"--expect takes statuses from 200 to 599, with commas between them; found '{word.Trim()}'. "
                    + "Examples: --expect 302, --expect 200,404"));
        }

        return ExpectedStatuses.Of(statuses);
    }

    private TimeSpan? OutageTimeout(ParseResult line)
    {
        if (line.GetResult(_keepGoing) is not { Implicit: false })
            return null;
        return line.GetValue(_keepGoing) is { } text
            ? LineValue.Duration("--keep-going", text, TimeSpan.Zero, TimeSpan.FromDays(1))
            : TimeSpan.MaxValue;
    }

    // The value is never repeated in a message: it may be a key.
    private static KeyValuePair<string, string> Header(string field)
    {
        int colon = field.IndexOf(':', StringComparison.Ordinal);
        return colon > 0
            ? new(field[..colon].Trim(), field[(colon + 1)..].Trim())
            : throw new UsageException(
                "--header takes a name, a colon and a value; found no colon after a name. Example: -H \"Accept: text/html\"");
    }

    private byte[] Body(ParseResult line)
    {
        string? text = line.GetValue(_body);
        string? file = _amount.Body(line);
        if (text is not null && file is not null)
            throw new UsageException("--body and -d @FILE exclude each other: both are the body. Give one of them.");
        file ??= text is ['@', ..] ? text : null;
        return file is null ? Encoding.UTF8.GetBytes(text ?? "") : Contents("body", file[1..]);
    }

    private LoadScenario? Scenario(ParseResult line)
    {
        if (line.GetValue(_scenario) is not { } file)
            return null;
        if (line.GetValue(_method) is not null
            || line.GetValue(_body) is not null
            || _amount.Body(line) is not null
            || line.GetValue(_expect) is not null)
        {
            throw new UsageException(
                "--scenario excludes --method, --body and --expect: each of its requests has its own. Write them into the file.");
        }

        try
        {
            return LoadScenario.Parse(Encoding.UTF8.GetString(Contents("scenario", file)));
        }
        catch (FormatException e)
        {
            throw new UsageException($"--scenario {file}: {e.Message}");
        }
    }

    private static byte[] Contents(string what, string file)
    {
        try
        {
            return File.ReadAllBytes(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UnusableException($"Cannot read the {what} '{file}': {e.Message.TrimEnd('.')}. Name a file that you may read.");
        }
    }

    private LoadOptions Options(ParseResult line)
    {
        if (line.GetValue(_http2) && line.GetValue(_http3))
            throw new UsageException("--http2 and --http3 exclude each other. Give one of them, or none for HTTP/1.1.");
        LoadOptions options = new()
        {
            HttpVersion = line.GetValue(_http3) ? HttpVersion.Version30
                : line.GetValue(_http2) ? HttpVersion.Version20
                : HttpVersion.Version11,
            TrustsAnyCertificate = line.GetValue(_insecure),
        };
        if (line.GetValue(_timeout) is { } timeout)
            options = options with { TotalTimeout = LineValue.Duration("--timeout", timeout, ShortestTimeout, Hour) };
        if (line.GetValue(_threads) is { } threads)
            options = options with { Threads = (int)LineValue.Whole("--threads", threads, 1, 64) };
        return options;
    }

    private string[] Hosts(ParseResult line)
    {
        string[] hosts = line.GetValue(_allowHost) ?? [];
        return Array.Find(hosts, host => Uri.CheckHostName(host) == UriHostNameType.Unknown) is { } wrong
            ? throw new UsageException(
                $"--allow-host takes one host name or address; found '{wrong}'. Example: --allow-host staging.example.com")
            : hosts;
    }

    private IEnumerable<string> Words(Option option, ParseResult line)
    {
        if (line.GetResult(option) is not { Implicit: false } result)
            return [];
        return result.Tokens.Count == 0
            ? [option.Name]
            : result.Tokens.SelectMany(token => new[] { option.Name, ShellWord.Quoted(Repeated(option, token.Value)) });
    }

    private string Repeated(Option option, string value) => option switch
    {
        _ when option == _headers => Header(value).Key + ": " + NotRepeated,
        _ when option == _body && !value.StartsWith('@') => NotRepeated,
        _ => value,
    };
}
