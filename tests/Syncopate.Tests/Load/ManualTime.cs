namespace Syncopate.Tests.Load;

/// <summary>A clock that moves only when a test says so. Timers fire within <see cref="Advance"/>, on the test's thread.</summary>
internal sealed class ManualTime : TimeProvider, IDisposable
{
    private readonly Lock _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private readonly SemaphoreSlim _armed = new(0);
    private long _now = 1_000_000; // Ticks of 100 ns, unlike the real clock's: a conversion left out shows. Not 0, for the same reason.

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Volatile.Read(ref _now);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        ManualTimer timer = new(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Waits until another timer has been set since the last call.</summary>
    public async Task NextTimerAsync(CancellationToken cancellationToken)
    {
        await _armed.WaitAsync(cancellationToken);
        while (_armed.Wait(0, CancellationToken.None))
        {
            // All of them at once: time moves once for each call, not once for each timer.
        }
    }

    public void Advance(TimeSpan by)
    {
        long end = GetTimestamp() + by.Ticks;
        while (NextDue(end) is { } timer)
            timer.Fire();
    }

    public void Dispose() => _armed.Dispose();

    private ManualTimer? NextDue(long end)
    {
        lock (_gate)
        {
            // One step with the look for timers: one that is set meanwhile is either found, or set by the new time.
            ManualTimer? next = _timers.Where(timer => timer.Due <= end).MinBy(timer => timer.Due);
            Volatile.Write(ref _now, Math.Max(_now, next?.Due ?? end));
            return next;
        }
    }

    private sealed class ManualTimer(ManualTime time, Action fire) : ITimer
    {
        private TimeSpan _period;

        public long Due { get; private set; }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (time._gate)
            {
                _period = period;
                time._timers.Remove(this);
                if (dueTime < TimeSpan.Zero)
                    return true;
                Due = time.GetTimestamp() + dueTime.Ticks;
                time._timers.Add(this);
            }

            time._armed.Release();
            return true;
        }

        public void Fire()
        {
            lock (time._gate)
            {
                if (_period > TimeSpan.Zero)
                    Due += _period.Ticks;
                else
                    time._timers.Remove(this);
            }

            fire();
        }

        public void Dispose() => Remove();

        public ValueTask DisposeAsync()
        {
            Remove();
            return ValueTask.CompletedTask;
        }

        private void Remove()
        {
            lock (time._gate)
                time._timers.Remove(this);
        }
    }
}
