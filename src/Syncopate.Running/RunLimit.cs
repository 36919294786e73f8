namespace Syncopate.Running;

/// <summary>Ends work when a time of the run is over, on the run's own clock: it stands still in a pause, which a timer does not
/// know.</summary>
internal sealed class RunLimit : IDisposable
{
    // A timer may be early by some milliseconds.
    private static readonly TimeSpan Tolerance = TimeSpan.FromMilliseconds(20);

    private readonly RunClock _clock;
    private readonly ITimer _timer;
    private readonly CancellationTokenSource _over = new();
    private readonly Lock _gate = new();
    private TimeSpan? _due; // Guarded by _gate: set by the run, read by the timer; null for no end.

    /// <param name="clock">Of the run.</param>
    public RunLimit(RunClock clock)
    {
        ArgumentNullException.ThrowIfNull(clock);
        _clock = clock;
        _timer = clock.Provider.CreateTimer(_ => Look(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Cancelled when the time is over; never before <see cref="Set"/>.</summary>
    public CancellationToken Over => _over.Token;

    /// <summary>Sets the time that is left from now on; null for no end.</summary>
    public void Set(TimeSpan? left)
    {
        lock (_gate)
            _due = _clock.Elapsed + left;
        _timer.Change(left ?? Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _timer.Dispose();
        lock (_gate)
            _due = null; // A timer that fires at this moment finds nothing to end.
        _over.Dispose();
    }

    private void Look()
    {
        lock (_gate)
        {
            if (_due - _clock.Elapsed is not { } left)
                return;
            if (left > Tolerance)
                _timer.Change(left, Timeout.InfiniteTimeSpan);
            else
                _over.Cancel();
        }
    }
}
