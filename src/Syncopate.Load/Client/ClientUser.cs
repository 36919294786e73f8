using System.Buffers;
using Syncopate.Load.Tallying;

namespace Syncopate.Load.Client;

/// <summary>Sends one request after the other by the client of .NET, and says what came of each.</summary>
internal sealed class ClientUser(ClientChoice clients, LoadRun run, Uri server, LoadOptions options, TimeProvider time) : IDisposable
{
    private const int BufferBytes = 16 * 1024;

    // What is kept from one answer to the next; a larger one is given back, as ten thousand users may each have one.
    private const int MostHeldBytes = 64 * 1024;

    // As often as the client itself sends a request again whose connection was closed in good order.
    private const int MostRepeats = 3;

    // Of one body, to take values from it.
    private const int MostKeptBytes = 1024 * 1024;

    private readonly HttpMethod _method = HttpMethod.Parse(run.Request.Method);
    private readonly Uri _address = AddressOf(server, run.Request.Path);
    private readonly ScenarioPass? _pass = run.Request.Scenario is { } scenario ? new ScenarioPass(scenario) : null;
    private readonly CookieJar? _cookies = run.Request.Scenario is null ? null : new CookieJar();
    private readonly BodyStart _start = new();
    private ArrayBufferWriter<byte> _kept = new();
    private CancellationTokenSource _limit = new(Timeout.InfiniteTimeSpan, time);

    // When the head of the answer under way came; 0 before.
    private long _head;

    /// <summary>From 0, the step of the scenario that is sent next.</summary>
    public int Step => _pass?.Place ?? 0;

    /// <summary>How often the last request was sent again: a connection that had been there before was reset under it.</summary>
    public int Repeats { get; private set; }

    /// <summary>How many redirects were followed for the last request.</summary>
    public int Redirects { get; private set; }

    /// <summary>Number of the last request's trace; 0 for none.</summary>
    public long Number { get; private set; }

    /// <summary>Its request has ended; true when all it wanted to send in a row has.</summary>
    public bool Advance(bool isGood)
    {
        if (_pass?.Advance(isGood) == false)
            return false;
        _cookies?.Clear(); // The next pass is another visitor.
        return true;
    }

    /// <summary>Sends one request. Never throws for what a server does; what is given up because the load stops says
    /// <see cref="Findings.ConnectionClosed"/>.</summary>
    public async Task<ClientAnswer> SendAsync(bool keepsTiming)
    {
        if (!_limit.TryReset())
        {
            _limit.Dispose();
            _limit = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        }

        Repeats = 0;
        _head = 0;
        Number = run.Request.TraceParents?.Claim() ?? 0;
        _limit.CancelAfter(options.TotalTimeout);
        CancellationTokenRegistration stop =
            // Never null: the source is the state.
            run.StopToken.UnsafeRegister(static limit => ((CancellationTokenSource)limit!).Cancel(), _limit);
        await using (stop.ConfigureAwait(false))
        {
            try
            {
                return await ExchangeAsync(keepsTiming, _limit.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                return Missed(run.Stopping ? Findings.ConnectionClosed : _head > 0 ? Findings.EndlessBody : Findings.TimedOut);
            }
            catch (Exception e) when (e is HttpRequestException or IOException)
            {
                return Missed(ClientFindings.Of(e));
            }
        }
    }

    public void Dispose() => _limit.Dispose();

    private ExpectedStatuses Expected => _pass?.Step.Expected ?? run.Request.Expected;

    private async Task<ClientAnswer> ExchangeAsync(bool keepsTiming, CancellationToken cancellationToken)
    {
        Hop? hop = null;
        long bytes = 0;
        for (Redirects = 0; ; Redirects++)
        {
            (ClientAnswer answer, hop) = await SendAsync(hop ?? First(), keepsTiming, cancellationToken).ConfigureAwait(false);
            bytes += answer.BodyBytes;
            if (hop is null || Redirects == LoadRequest.MostRedirects)
                return answer with { BodyBytes = bytes, Finding = hop is null ? answer.Finding : Findings.TooManyRedirects };
        }
    }

    private Hop First()
    {
        HttpMethod method = _pass is null ? _method : HttpMethod.Parse(_pass.Step.Method);
        return new Hop(method, _pass is null ? _address : AddressOf(server, _pass.Path), _pass?.Body ?? run.Request.Body);
    }

    // A server that closes a connection while a request is on its way to it resets it. RFC 9112, 9.3.1, lets a client send such a request
    // again; the client of .NET does so when it finds the connection closed in good order, and not when it finds it reset.
    private async Task<(ClientAnswer Answer, Hop? Next)> SendAsync(Hop hop, bool keepsTiming, CancellationToken cancellationToken)
    {
        while (true)
        {
            using ClientMessage message = Message(hop);
            try
            {
                return await AnswerAsync(hop, message, keepsTiming, cancellationToken).ConfigureAwait(false);
            }
            catch (HttpRequestException e) when (MayRepeat(message, e))
            {
                Repeats++;
            }
        }
    }

    // The client throws this exception until the head of an answer is there, and no longer. One that was opened for a request may serve
    // another, and this one be sent on a connection that a server of HTTP/1.0 has closed, before that is known of it.
    private bool MayRepeat(ClientMessage message, HttpRequestException failure) =>
        Repeats < MostRepeats && run.Request.KeepsConnections && !run.Stopping && (!message.HasOpened || clients.Closes)
        && LoadRequest.IsIdempotent(message.Method.Method)
        && ClientFindings.Of(failure) is var finding
        && (finding == Findings.ConnectionReset || (clients.Closes && finding == Findings.CutShort));

    private async Task<(ClientAnswer Answer, Hop? Next)> AnswerAsync(
        Hop hop, ClientMessage message, bool keepsTiming, CancellationToken cancellationToken)
    {
        using HttpResponseMessage response = await clients.Next.SendAsync(message, cancellationToken).ConfigureAwait(false);
        long firstByte = time.GetTimestamp();
        clients.Learn(response);
        _head = firstByte;
        _cookies?.Take(response, hop.Address);
        if (response.Content.Headers.ContentLength > options.BodyLimitBytes)
        {
            // It says so itself; there is no need to wait for it.
            return (new ClientAnswer(Findings.BodyTooLarge, true, firstByte, 0, null), null);
        }

        bool keeps = _pass is { ReadsBody: true };
        (long bytes, bool isTooLarge) = await ReadAsync(response, keeps, cancellationToken).ConfigureAwait(false);
        if (isTooLarge)
            return (new ClientAnswer(Findings.BodyTooLarge, true, firstByte, bytes, null), null);
        Uri? moved = run.Request.FollowsRedirects && !Expected.Include((int)response.StatusCode) ? hop.MovedTo(response) : null;
        bool isHere = moved is not null && Uri.Compare(
            moved, server, UriComponents.SchemeAndServer, UriFormat.UriEscaped,
            StringComparison.OrdinalIgnoreCase) == 0;
        string? finding = moved is not null ? (isHere ? null : Findings.RedirectedElsewhere)
            : !Expected.Include((int)response.StatusCode) ? Findings.Status(Math.Clamp((int)response.StatusCode, 0, 599))
            : keeps && bytes > MostKeptBytes ? Findings.ValueNotFound
            : _pass?.Take(response, _kept.WrittenMemory);
        return (
            new ClientAnswer(finding, true, firstByte, bytes, keepsTiming ? TimingOf(response) : null)
            {
                IsOther = run.Request.BodyChecksum is { } checksum && _start.Checksum != checksum,
            },
            isHere ? hop.Next(response, moved!) : null); // Not null: it is here.
    }

    // A buffer is held only while there is something to put into it.
    private async Task<(long Bytes, bool IsTooLarge)> ReadAsync(
        HttpResponseMessage response, bool keeps, CancellationToken cancellationToken)
    {
        if (_kept.Capacity > MostHeldBytes)
            _kept = new ArrayBufferWriter<byte>();
        _kept.ResetWrittenCount();
        if (run.Request.BodyChecksum is not null)
            _start.Begin();
        Stream body = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        await using (body.ConfigureAwait(false))
        {
            for (long bytes = 0; ;)
            {
                _ = await body.ReadAsync(Memory<byte>.Empty, cancellationToken).ConfigureAwait(false);
                byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
                try
                {
                    int count = await body.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
                    bytes += count;
                    _start.Take(buffer.AsSpan(0, count));
                    if (count == 0 || bytes > options.BodyLimitBytes)
                        return (bytes, count > 0);
                    if (keeps && bytes <= MostKeptBytes)
                        _kept.Write(buffer.AsSpan(0, count));
                }
                finally
                {
                    ArrayPool<byte>.Shared.Return(buffer);
                }
            }
        }
    }

    private ClientMessage Message(Hop hop)
    {
        ClientMessage message = new(hop.Method, hop.Address)
        {
            Version = options.HttpVersion,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        if (hop.Body.Length > 0)
            message.Content = new ReadOnlyMemoryContent(hop.Body);
        foreach ((string name, string value) in run.Request.Headers.Concat(_pass?.Headers ?? []))
        {
            if (!message.Headers.TryAddWithoutValidation(name, value) && !hop.HasLostItsBody)
                Content(message).Headers.TryAddWithoutValidation(name, value); // Content-Type and its like belong to the body.
        }

        if (_cookies?.Of(hop.Address) is { Length: > 0 } cookies && !message.Headers.Contains("Cookie"))
            message.Headers.TryAddWithoutValidation("Cookie", cookies);
        if (run.Request.TraceParents is { } parents)
            message.Headers.TryAddWithoutValidation(TraceParents.Header, parents.Value(Number));
        foreach ((string name, string value) in LoadRequest.OwnHeaders)
        {
            if (!message.Headers.Contains(name))
                message.Headers.TryAddWithoutValidation(name, value);
        }

        message.Headers.ConnectionClose = run.Request.KeepsConnections ? null : true;
        return message;
    }

    // Put together as text, and taken as it is: "//two/slashes" is a path here, not a host, and "/a/../b" is what was asked for.
    private static Uri AddressOf(Uri server, string path) =>
        new(
            $"{server.GetLeftPart(UriPartial.Authority)}{path}",
            new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true });

    private static HttpContent Content(ClientMessage message) => message.Content ??= new ByteArrayContent([]);

    private static string? TimingOf(HttpResponseMessage response) =>
        response.Headers.TryGetValues("Server-Timing", out IEnumerable<string>? values) ? string.Join(',', values) : null;

    private ClientAnswer Missed(string finding) =>
        new(
            finding, finding is Findings.InvalidAnswer or Findings.HeaderTooLarge or Findings.ProtocolError,
            _head > 0 ? _head : time.GetTimestamp(), 0, null);
}
