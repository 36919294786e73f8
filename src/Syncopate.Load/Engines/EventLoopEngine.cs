using System.Net;
using System.Runtime.Versioning;
using Syncopate.Load.Client;
using Syncopate.Load.Http1;
using Syncopate.Load.Loops;
using Syncopate.Load.Tallying;

namespace Syncopate.Load.Engines;

/// <summary>The fast engine: HTTP/1.1 without TLS on event loops of its own, one thread each, by epoll. Linux only;
/// <see cref="LoadEngine.Open"/> takes the portable one elsewhere.
/// Connections are opened before the timed region and stay open from one load to the next.</summary>
[SupportedOSPlatform("linux")]
internal sealed class EventLoopEngine : ILoadEngine
{
    private readonly HttpTarget _target;
    private readonly TimeProvider _time;
    private readonly IReadOnlyList<EventLoop> _loops;
    private volatile LoadRun? _run;
    private int _busy;

    /// <param name="target">The server; plain HTTP.</param>
    /// <param name="options">Bounds of an answer, and threads; null for the defaults.</param>
    /// <param name="time">Clock of latencies, steps and timeouts; null for the system's.</param>
    public EventLoopEngine(HttpTarget target, LoadOptions? options = null, TimeProvider? time = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        options ??= new LoadOptions();
        if (target.IsSecure || options.HttpVersion != HttpVersion.Version11)
        {
            throw new ArgumentException(
                $"Cannot drive {target.BaseAddress} by event loops: they speak HTTP/1.1 without TLS; use {nameof(HttpClientEngine)}.",
                nameof(target));
        }

        _target = target;
        _time = time ?? TimeProvider.System;
        _loops = [.. Enumerable.Range(0, options.Threads).Select(number => new EventLoop(number, target.EndPoint, options, _time))];
    }

    /// <inheritdoc/>
    public string Name => "event loop";

    /// <inheritdoc/>
    public LoadProgress Progress => _run?.Progress ?? default;

    /// <inheritdoc/>
    public async Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (request.Scenario is not null || request.FollowsRedirects)
        {
            throw new ArgumentException(
                $"Cannot drive a scenario or follow redirects by event loops, which send one request over and over; use {nameof(HttpClientEngine)}.",
                nameof(request));
        }

        if (Interlocked.Exchange(ref _busy, 1) == 1)
        {
            throw new InvalidOperationException(
                "Cannot start a load while another one drives the same server: await the first, or use a second engine.");
        }

        try
        {
            EventLoop[] loops = [.. _loops.Take(request.Shape.MaximumUsers)];
            using LoadRun run = new(_target, request, loops.Length, _time);
            _run = run;
            using CancellationTokenRegistration registration =
                // Never null: the run is the state.
                cancellationToken.UnsafeRegister(static state => ((LoadRun)state!).Cancel(), run);
            using Barrier start = new(loops.Length, _ => run.Release());
            byte[] bytes = RequestBytes.Of(_target, request);
            Task<ThreadUse[]> driving = Task.WhenAll(loops.Select(loop => loop.DriveAsync(run, bytes, start)));
            await new IntervalReporter(run, _time, () => Array.ForEach(loops, loop => loop.AskForSheet()))
                .FollowAsync(driving)
                .ConfigureAwait(false);
            return run.ToResult(await driving.ConfigureAwait(false));
        }
        finally
        {
            Volatile.Write(ref _busy, 0);
        }
    }

    /// <summary>Closes all connections. Not while a load runs: cancel it first.</summary>
    public void Dispose()
    {
        foreach (EventLoop loop in _loops)
            loop.Dispose();
    }
}
