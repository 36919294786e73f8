using System.Net;
using System.Net.Sockets;
using Syncopate.Load.Engines;
using Syncopate.Load.Tallying;

namespace Syncopate.Load.Client;

/// <summary>The portable engine, on any system: the client your application uses (<see cref="SocketsHttpHandler"/>),
/// with HTTPS, HTTP/2 and, where the system has it, HTTP/3.
/// Costs about three times the CPU of <see cref="EventLoopEngine"/> and allocates for each request.</summary>
/// <remarks>What it cannot tell, because its client hides it: opening a connection is part of the request that needs
/// it; bytes on the wire; and an answer with two lengths, with a length and chunks, with a NUL in a header, or with bytes behind its end
/// passes as good. Requests at a rate are sent up to two milliseconds late, by the resolution of the runtime's timers; this is measured
/// like any lateness.</remarks>
internal sealed class HttpClientEngine : ILoadEngine
{
    private readonly HttpTarget _target;
    private readonly LoadOptions _options;
    private readonly TimeProvider _time;
    private readonly HttpMessageInvoker _client;
    private SharedTallies? _tallies; // Of the current load; connections are opened on any thread.
    private volatile LoadRun? _run;
    private int _busy;

    /// <param name="target">The server.</param>
    /// <param name="options">Bounds of an answer, version and certificates; null for the defaults.</param>
    /// <param name="time">Clock of latencies, steps and timeouts; null for the system's.</param>
    public HttpClientEngine(HttpTarget target, LoadOptions? options = null, TimeProvider? time = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        _target = target;
        _options = options ?? new LoadOptions();
        _time = time ?? TimeProvider.System;
        _client = NewClient(Timeout.InfiniteTimeSpan);
    }

    /// <inheritdoc/>
    public string Name => "HttpClient";

    /// <inheritdoc/>
    public LoadProgress Progress => _run?.Progress ?? default;

    /// <inheritdoc/>
    public async Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (Interlocked.Exchange(ref _busy, 1) == 1)
        {
            throw new InvalidOperationException(
                "Cannot start a load while another one drives the same server: await the first, or use a second engine.");
        }

        try
        {
            using LoadRun run = new(_target, request, SharedTallies.Count, _time);
            SharedTallies tallies = new(run.Tallies);
            _run = run;
            _tallies = tallies;
            using CancellationTokenRegistration registration =
                // Never null: the run is the state.
                cancellationToken.UnsafeRegister(static state => ((LoadRun)state!).Cancel(), run);
            using HttpMessageInvoker single = NewClient(TimeSpan.Zero);
            ClientChoice clients = new(_client, single, request.KeepsConnections);
            ClientLoad load = new(run, tallies, _time, () => new ClientUser(clients, run, _target.BaseAddress, _options, _time));
            Task driving = load.DriveAsync();
            await new IntervalReporter(run, _time, tallies.Turn).FollowAsync(driving).ConfigureAwait(false);
            await driving.ConfigureAwait(false);
            return run.ToResult([]);
        }
        finally
        {
            Volatile.Write(ref _busy, 0);
        }
    }

    /// <summary>Closes all connections. Not while a load runs: cancel it first.</summary>
    public void Dispose() => _client.Dispose();

    // Nothing is done unasked: no proxy, no redirect to another host, no cookie, no unpacking, no trace header.
    private HttpMessageInvoker NewClient(TimeSpan connectionLifetime)
    {
        SocketsHttpHandler handler = new()
        {
            UseProxy = false,
            AllowAutoRedirect = false,
            UseCookies = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null,
            MaxResponseHeadersLength = Math.Max(1, _options.HeaderLimitBytes / 1024),
            MaxResponseDrainSize = 0, // What is left of a refused body closes the connection, as in the fast engine.
            PooledConnectionLifetime = connectionLifetime,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            EnableMultipleHttp2Connections = true,
            ConnectCallback = ConnectAsync,
        };
        if (_options.TrustsAnyCertificate)
#pragma warning disable CA5359 // Asked for by the option: a development server signs its own certificate, and what is sent is load.
            handler.SslOptions.RemoteCertificateValidationCallback = static (_, _, _, _) => true;
#pragma warning restore CA5359
        return new HttpMessageInvoker(handler);
    }

    // To the address that was checked, whatever a name means by now.
    private async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        if (context.InitialRequestMessage is ClientMessage message)
            message.HasOpened = true;
        long began = _time.GetTimestamp();
        Socket socket = new(_target.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(_target.EndPoint, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        SharedTallies tallies = _tallies!; // Not null: only a load connects.
        tallies.Borrow(out int place).Connected(_time.GetTimestamp() - began);
        tallies.Return(place);
        return new NetworkStream(socket, ownsSocket: true);
    }
}
