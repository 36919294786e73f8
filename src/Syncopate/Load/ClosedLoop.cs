namespace Syncopate.Load;

/// <summary>
/// Drives one server in a closed loop: each user has its own connection and exactly one request in flight on it, so that N users are N requests in
/// flight. GET, or POST without a body, over HTTP/1.1; redirects are not followed and bodies are neither decompressed nor kept. Connections are opened before the timed region
/// and stay open from one load to the next. One load at a time; the properties may be read by any thread.
/// </summary>
/// <remarks>One clock read ends a request and begins the user's next one. Nothing is allocated, locked or logged from one to the other.</remarks>
public sealed class ClosedLoop : IDisposable
{
    // A request is given up at most this much after its timeout, plus the time the timer is late.
    private static readonly TimeSpan LongestWatchPeriod = TimeSpan.FromMilliseconds(250);

    private readonly HttpTarget _target;
    private readonly ClosedLoopOptions _options;
    private readonly TimeProvider _time;
    private readonly List<LoadUser> _users = []; // Grows before a load, in its caller's thread.
    private readonly LatencyRecorder _latencies = new();
    private volatile LoadRun? _run;
    private int _busy;

    /// <param name="target">The server.</param>
    /// <param name="options">Bounds of an answer; null for the defaults.</param>
    /// <param name="time">Clock of latencies, steps and timeouts; null for the system's.</param>
    public ClosedLoop(HttpTarget target, ClosedLoopOptions? options = null, TimeProvider? time = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        _target = target;
        _options = options ?? new ClosedLoopOptions();
        _time = time ?? TimeProvider.System;
    }

    /// <summary>How far the current load has come, or how far the last one came; zeros before the first. Costs the load nothing.</summary>
    public LoadProgress Progress => _run?.Progress ?? default;

    /// <summary>Opens what connections are missing, drives one load, and returns what it measured. What a server does, and cancellation, are results, never exceptions:
    /// see <see cref="LoadResult.Errors"/>, <see cref="LoadResult.Failure"/> and <see cref="LoadResult.Cancelled"/>.</summary>
    /// <param name="request">What to send.</param>
    /// <param name="cancellationToken">Gives up the requests in flight and returns what was measured before.</param>
    /// <exception cref="InvalidOperationException">Another load is running.</exception>
    public async Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (Interlocked.Exchange(ref _busy, 1) == 1)
            throw new InvalidOperationException("Cannot start a load while another one drives the same server: await the first, or use a second loop.");
        try
        {
            while (_users.Count < request.Shape.MaximumUsers)
                _users.Add(new LoadUser(_target.EndPoint, _options, _time));
            using LoadRun run = new(_target, request, _users[..request.Shape.MaximumUsers], _latencies, _time);
            _run = run;
            await DriveAsync(run, cancellationToken).ConfigureAwait(false);
            return run.ToResult();
        }
        finally
        {
            Volatile.Write(ref _busy, 0);
        }
    }

    /// <summary>Closes all connections. Not while a load runs: cancel it first.</summary>
    public void Dispose()
    {
        foreach (LoadUser user in _users)
            user.Disconnect();
    }

    private async Task DriveAsync(LoadRun run, CancellationToken cancellationToken)
    {
        TimeSpan period = TimeSpan.FromTicks(Math.Min(_options.TotalTimeout.Ticks / 4, LongestWatchPeriod.Ticks));
        ITimer watchdog = _time.CreateTimer(static state => ((LoadRun)state!).Watch(), run, period, period); // Never null: the run is the state.
        await using (watchdog.ConfigureAwait(false))
        {
            using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(static state => ((LoadRun)state!).Cancel(), run); // As above.
            await run.OpenAsync().ConfigureAwait(false);
            await run.DriveAsync().ConfigureAwait(false);
            await run.OpenAsync().ConfigureAwait(false); // For the next load; and a server that died under the last requests is found dead here.
        }
    }
}
