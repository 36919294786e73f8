using Syncopate.Load.Http1;

namespace Syncopate.Load.Loops;

/// <summary>Waits for events until a time: by the kernel, to the microsecond, with the system's clock; with another clock by a timer of it, so that
/// the same loop runs in tests on a time of their own.</summary>
internal sealed class LoopWait : IDisposable
{
    private readonly Poller _poller;
    private readonly TimeProvider _time;
    private readonly ITimer? _timer; // Null with the system's clock.
    private readonly double _nanosecondsPerTick;
    private long _timerAt = long.MaxValue;
    private WakeLead _lead;

    public LoopWait(Poller poller, TimeProvider time)
    {
        _poller = poller;
        _time = time;
        _nanosecondsPerTick = 1e9 / time.TimestampFrequency;
        _timer = time == TimeProvider.System ? null : time.CreateTimer(_ => poller.Wake(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>How many events there are; waits for the first no longer than until then.</summary>
    public int Until(long until, long now)
    {
        if (_timer is null || until <= now)
            return UntilByKernel((long)((until - now) * _nanosecondsPerTick), now);
        while (_timerAt != until)
        {
            _timer.Change(_time.GetElapsedTime(now, until), Timeout.InfiniteTimeSpan);
            long then = _time.GetTimestamp();
            if (then >= until)
                return _poller.Wait(0);
            if (then == now)
                _timerAt = until;
            now = then; // The clock has jumped meanwhile, and the timer is due too late.
        }

        return _poller.Wait(-1);
    }

    private int UntilByKernel(long nanoseconds, long now)
    {
        long wait = nanoseconds - _lead.Nanoseconds;
        if (wait <= 0)
            return _poller.Wait(0); // Due at once, or after so short a time that another sleep would end too late.
        int ready = _poller.Wait(wait);
        if (ready == 0)
            _lead.Learn((long)((_time.GetTimestamp() - now) * _nanosecondsPerTick) - wait);
        return ready;
    }

    public void Dispose() => _timer?.Dispose();
}
