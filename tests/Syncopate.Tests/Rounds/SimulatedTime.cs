namespace Syncopate.Tests.Rounds;

/// <summary>A clock that moves to the next timer when everything waits.
/// All that it runs is run on one thread, in one order: the same each time.</summary>
internal sealed class SimulatedTime : TimeProvider
{
    // Nobody's run is meant to be so long: what waits forever would else make the test run forever.
    private const long Longest = 4 * 3600 * Second;
    private const long Second = 1_000_000_000;

    private readonly PriorityQueue<(SimulatedTimer Timer, int Setting), (long Due, long Order)> _due = new();
    private long _now = 1_000 * Second; // Not 0: a time that was never set shows.
    private long _order;
    private int _thread;
    private string? _strayed;

    /// <summary>As many a second as the system's clock has, which parts of a server's figures are reported in.</summary>
    public override long TimestampFrequency => System.TimestampFrequency;

    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    public override long GetTimestamp()
    {
        if (_thread != 0 && _thread != Environment.CurrentManagedThreadId)
            _strayed ??= Environment.StackTrace;
        return (long)(_now * (TimestampFrequency / 1e9));
    }

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddYears(50) + TimeSpan.FromTicks(_now / 100);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        SimulatedTimer timer = new(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>A wait whose end, by time or by the token, is seen at once and on the thread of the run: that of a delay is not.</summary>
    public async Task WaitAsync(TimeSpan wait, CancellationToken cancellationToken)
    {
        TaskCompletionSource over = new();
        using CancellationTokenRegistration stop = cancellationToken.UnsafeRegister(_ => over.TrySetCanceled(cancellationToken), null);
        await using ITimer timer = CreateTimer(_ => over.TrySetResult(), null, wait, Timeout.InfiniteTimeSpan);
        await over.Task;
    }

    /// <summary>Runs the work and all that follows from it, on a thread of its own that has no context, until it is done.</summary>
    /// <exception cref="InvalidOperationException">It waits for something that no time brings, forever, or on another thread.</exception>
    public void Run(Func<Task> work)
    {
        Task run = Task.Factory.StartNew(
            () =>
            {
                _thread = Environment.CurrentManagedThreadId;
                Pump(work());
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        run.GetAwaiter().GetResult();
        _thread = 0;
        if (_strayed is { } place)
            throw new InvalidOperationException($"The run has left its thread at {place}");
    }

    private void Pump(Task task)
    {
        while (!task.IsCompleted)
        {
            if (!_due.TryDequeue(out (SimulatedTimer Timer, int Setting) next, out (long Due, long Order) place))
                throw new InvalidOperationException("The run waits for what no time brings.");
            if (next.Setting != next.Timer.Setting)
                continue; // It has been changed, or disposed, since then.
            _now = Math.Max(_now, place.Due);
            if (_now > Longest)
                throw new InvalidOperationException($"The run has not ended after {_now / Second / 3600} h.");
            next.Timer.Fire();
        }

        task.GetAwaiter().GetResult();
    }

    private sealed class SimulatedTimer(SimulatedTime time, Action fire) : ITimer
    {
        private TimeSpan _period;

        /// <summary>How often it was set; what is due by an earlier setting is void.</summary>
        public int Setting { get; private set; }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Setting++;
            _period = period;
            if (dueTime >= TimeSpan.Zero)
                time._due.Enqueue((this, Setting), (time._now + (long)dueTime.TotalNanoseconds, time._order++));
            return true;
        }

        public void Fire()
        {
            Change(_period > TimeSpan.Zero ? _period : Timeout.InfiniteTimeSpan, _period);
            fire();
        }

        public void Dispose() => Setting++;

        public ValueTask DisposeAsync()
        {
            Setting++;
            return ValueTask.CompletedTask;
        }
    }
}
