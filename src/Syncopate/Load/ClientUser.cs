using System.Net.Http.Headers;

namespace Syncopate.Load;

/// <summary>Sends one request after the other by the client of .NET, and says what came of each.</summary>
internal sealed class ClientUser(HttpMessageInvoker client, LoadRun run, Uri address, LoadOptions options, TimeProvider time) : IDisposable
{
    private const int BufferBytes = 16 * 1024;
    private const string UserAgent = "User-Agent";

    private readonly HttpMethod _method = HttpMethod.Parse(run.Request.Method);
    private byte[] _buffer = [];
    private CancellationTokenSource _limit = new(Timeout.InfiniteTimeSpan, time);

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
        if (_buffer.Length == 0)
            _buffer = new byte[BufferBytes];
        Stream body = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        await using (body.ConfigureAwait(false))
        {
            long bytes = 0;
            while (await body.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false) is > 0 and int count)
            {
                bytes += count;
                if (bytes > options.BodyLimitBytes)
                    return new ClientAnswer(Findings.BodyTooLarge, true, firstByte, bytes, null);
            }

            string? finding = response.IsSuccessStatusCode ? null : Findings.Status(Math.Clamp((int)response.StatusCode, 0, 599));
            return new ClientAnswer(finding, true, firstByte, bytes, keepsTiming ? TimingOf(response) : null);
        }
    }

    private HttpRequestMessage Message()
    {
        HttpRequestMessage message = new(_method, address) { Version = options.HttpVersion, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
        if (run.Request.Body.Length > 0)
            message.Content = new ReadOnlyMemoryContent(run.Request.Body);
        foreach ((string name, string value) in run.Request.Headers)
        {
            if (!message.Headers.TryAddWithoutValidation(name, value))
                Content(message).Headers.TryAddWithoutValidation(name, value); // Content-Type and its like belong to the body.
        }

        if (!message.Headers.Contains(UserAgent))
            message.Headers.UserAgent.Add(new ProductInfoHeaderValue("Syncopate", null));
        message.Headers.ConnectionClose = run.Request.KeepsConnections ? null : true;
        return message;
    }

    private static HttpContent Content(HttpRequestMessage message) => message.Content ??= new ByteArrayContent([]);

    private static string? TimingOf(HttpResponseMessage response) =>
        response.Headers.TryGetValues("Server-Timing", out IEnumerable<string>? values) ? string.Join(',', values) : null;

    private ClientAnswer Missed(string finding) =>
        new(finding, finding is Findings.InvalidAnswer or Findings.HeaderTooLarge or Findings.ProtocolError, time.GetTimestamp(), 0, null);
}
