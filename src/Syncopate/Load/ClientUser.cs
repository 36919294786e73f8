using System.Buffers;
using System.Net.Http.Headers;

namespace Syncopate.Load;

/// <summary>Sends one request after the other by the client of .NET, and says what came of each.</summary>
internal sealed class ClientUser(HttpMessageInvoker client, LoadRun run, Uri server, LoadOptions options, TimeProvider time) : IDisposable
{
    private const int BufferBytes = 16 * 1024;
    private const string UserAgent = "User-Agent";

    // Of one body, to take values from it.
    private const int MostKeptBytes = 1024 * 1024;

    private readonly HttpMethod _method = HttpMethod.Parse(run.Request.Method);
    private readonly Uri _address = AddressOf(server, run.Request.Path);
    private readonly ScenarioPass? _pass = run.Request.Scenario is { } scenario ? new ScenarioPass(scenario) : null;
    private readonly ArrayBufferWriter<byte> _kept = new();
    private byte[] _buffer = [];
    private CancellationTokenSource _limit = new(Timeout.InfiniteTimeSpan, time);

    /// <summary>From 0, the step of the scenario that is sent next.</summary>
    public int Step => _pass?.Place ?? 0;

    /// <summary>Its request has ended; true when all it wanted to send in a row has.</summary>
    public bool Advance(bool isGood) => _pass is null || _pass.Advance(isGood);

    /// <summary>Sends one request. Never throws for what a server does; what is given up because the load stops says <see cref="Findings.ConnectionClosed"/>.</summary>
    public async Task<ClientAnswer> SendAsync(bool keepsTiming)
    {
        if (!_limit.TryReset())
        {
            _limit.Dispose();
            _limit = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        }

        _limit.CancelAfter(options.TotalTimeout);
        CancellationTokenRegistration stop = run.StopToken.UnsafeRegister(static limit => ((CancellationTokenSource)limit!).Cancel(), _limit); // Never null: the source is the state.
        await using (stop.ConfigureAwait(false))
        {
            try
            {
                return await ExchangeAsync(keepsTiming, _limit.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                return Missed(run.Stopping ? Findings.ConnectionClosed : Findings.TimedOut);
            }
            catch (Exception e) when (e is HttpRequestException or IOException)
            {
                return Missed(ClientFindings.Of(e));
            }
        }
    }

    public void Dispose() => _limit.Dispose();

    private async Task<ClientAnswer> ExchangeAsync(bool keepsTiming, CancellationToken cancellationToken)
    {
        using HttpRequestMessage message = Message();
        using HttpResponseMessage response = await client.SendAsync(message, cancellationToken).ConfigureAwait(false);
        long firstByte = time.GetTimestamp();
        if (response.Content.Headers.ContentLength > options.BodyLimitBytes)
            return new ClientAnswer(Findings.BodyTooLarge, true, firstByte, 0, null); // It says so itself; there is no need to wait for it.
        if (_buffer.Length == 0)
            _buffer = new byte[BufferBytes];
        Stream body = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        await using (body.ConfigureAwait(false))
        {
            long bytes = 0;
            bool keeps = _pass is { TakesFromBody: true };
            _kept.ResetWrittenCount();
            while (await body.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false) is > 0 and int count)
            {
                bytes += count;
                if (bytes > options.BodyLimitBytes)
                    return new ClientAnswer(Findings.BodyTooLarge, true, firstByte, bytes, null);
                if (keeps && bytes <= MostKeptBytes)
                    _kept.Write(_buffer.AsSpan(0, count));
            }

            string? finding = !response.IsSuccessStatusCode ? Findings.Status(Math.Clamp((int)response.StatusCode, 0, 599))
                : keeps && bytes > MostKeptBytes ? Findings.ValueNotFound
                : _pass?.Take(response, _kept.WrittenMemory);
            return new ClientAnswer(finding, true, firstByte, bytes, keepsTiming ? TimingOf(response) : null);
        }
    }

    private HttpRequestMessage Message()
    {
        HttpMethod method = _pass is null ? _method : HttpMethod.Parse(_pass.Step.Method);
        Uri address = _pass is null ? _address : AddressOf(server, _pass.Path);
        ReadOnlyMemory<byte> body = _pass?.Body ?? run.Request.Body;
        HttpRequestMessage message = new(method, address) { Version = options.HttpVersion, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
        if (body.Length > 0)
            message.Content = new ReadOnlyMemoryContent(body);
        foreach ((string name, string value) in run.Request.Headers.Concat(_pass?.Headers ?? []))
        {
            if (!message.Headers.TryAddWithoutValidation(name, value))
                Content(message).Headers.TryAddWithoutValidation(name, value); // Content-Type and its like belong to the body.
        }

        if (!message.Headers.Contains(UserAgent))
            message.Headers.UserAgent.Add(new ProductInfoHeaderValue("Syncopate", null));
        message.Headers.ConnectionClose = run.Request.KeepsConnections ? null : true;
        return message;
    }

    // Put together as text, and taken as it is: "//two/slashes" is a path here, not a host, and "/a/../b" is what was asked for.
    private static Uri AddressOf(Uri server, string path) =>
        new($"{server.GetLeftPart(UriPartial.Authority)}{path}", new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true });

    private static HttpContent Content(HttpRequestMessage message) => message.Content ??= new ByteArrayContent([]);

    private static string? TimingOf(HttpResponseMessage response) =>
        response.Headers.TryGetValues("Server-Timing", out IEnumerable<string>? values) ? string.Join(',', values) : null;

    private ClientAnswer Missed(string finding) =>
        new(finding, finding is Findings.InvalidAnswer or Findings.HeaderTooLarge or Findings.ProtocolError, time.GetTimestamp(), 0, null);
}
