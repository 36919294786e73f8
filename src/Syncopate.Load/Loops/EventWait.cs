using Syncopate.Load.Http1;
using Syncopate.Units;

namespace Syncopate.Load.Loops;

/// <summary>Waits for events until a time: by the kernel, to the microsecond, with the system's clock; with another
/// clock by a timer of it, so that the same loop runs in tests on a time of their own.</summary>
internal sealed class EventWait : IDisposable
{
    private readonly Poller _poller;
    private readonly TimeProvider _time;
    private readonly ITimer? _timer; // Null with the system's clock.
    private readonly double _nanosecondsPerTick;
    private long _timerAt = long.MaxValue;
    private WakeLead _lead;

    public EventWait(Poller poller, TimeProvider time)
    {
        _poller = poller;
        _time = time;
        _nanosecondsPerTick = Nanoseconds.PerTick(time.TimestampFrequency);
        _timer =
            time == TimeProvider.System ? null : time.CreateTimer(_ =>
                poller.Wake(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
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

/// <summary>How much earlier than wanted a wait has to end by the kernel's timer, since a sleeping processor wakes late
/// by tens of microseconds.
/// Learned from the waits themselves: a quarter of them end sooner than this, so that a thread is rarely early, and
/// then for a few microseconds.</summary>
internal struct WakeLead
{
    private const long Step = 400;
    private const long Longest = 100_000; // A machine that is later than this is busy, which no head start can fix.

    /// <summary>0 to 100,000.</summary>
    public long Nanoseconds { get; private set; }

    /// <summary>Takes in how long after its end a wait came back.</summary>
    // Three steps down for one up are in balance where one wait in four is below (Robbins and Monro, 1951: stochastic
    // approximation of a quantile).
    public void Learn(long lateNanoseconds) =>
        Nanoseconds = Math.Clamp(Nanoseconds + (lateNanoseconds > Nanoseconds ? Step : -3 * Step), 0, Longest);
}
