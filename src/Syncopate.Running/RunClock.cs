using Syncopate.Units;

namespace Syncopate.Running;

/// <summary>The time of a run: durations from the monotonic clock, the wall clock only as a label. Thread-safe.</summary>
internal sealed class RunClock
{
    private readonly TimeProvider _time;
    private readonly long _started;
    private readonly Lock _gate = new();
    private long? _held; // When a pause began; guarded, like the next two, by _gate.
    private int _holds; // Who waits, since a pause of the user's may fall into one of the run's own.
    private TimeSpan _paused;
    private long _before; // Ticks of a TimeSpan; set before anything is measured, and read by any thread.

    /// <param name="time">Where time comes from.</param>
    public RunClock(TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(time);
        _time = time;
        _started = time.GetTimestamp();
    }

    /// <summary>Wall clock now.</summary>
    public DateTimeOffset UtcNow => _time.GetUtcNow();

    /// <summary>Since the start of the run, pauses left out: what time budgets go by. Never goes back.</summary>
    public TimeSpan Elapsed
    {
        get
        {
            lock (_gate)
            {
                return _time.GetElapsedTime(_started, _held ?? _time.GetTimestamp()) - _paused
                    + TimeSpan.FromTicks(_before);
            }
        }
    }

    /// <summary>Goes on from a time of the run at which an earlier sitting of it was interrupted; from a later one, where it is later
    /// already. Once, before anything is measured.</summary>
    public void GoOnFrom(TimeSpan elapsed)
    {
        TimeSpan missing = elapsed - Elapsed;
        if (missing > TimeSpan.Zero)
            Interlocked.Exchange(ref _before, missing.Ticks);
    }

    /// <summary>A pause begins: the run waits for whoever asked for it, and that is not part of its time.</summary>
    public void Hold()
    {
        lock (_gate)
        {
            _holds++;
            _held ??= _time.GetTimestamp();
        }
    }

    /// <summary>A pause is over; the time goes on when no other one is left.</summary>
    public void Release()
    {
        lock (_gate)
        {
            if (_held is not { } since || --_holds > 0)
                return;
            _paused += _time.GetElapsedTime(since);
            _held = null;
        }
    }

    /// <summary>Leaves the length of a pause that is over out of nanoseconds, too, by which a later sitting goes. Before anything is
    /// measured, since what was would be nearer to what follows than it is.</summary>
    /// <param name="paused">Its length.</param>
    public void LeaveOut(TimeSpan paused)
    {
        lock (_gate)
        {
            _paused -= paused;
            Interlocked.Add(ref _before, -paused.Ticks);
        }
    }

    /// <summary>Nanoseconds between the start of the run and a raw timestamp of the same clock.</summary>
    public long NanosecondsAt(long timestamp) =>
        (long)((timestamp - _started) * Nanoseconds.PerTick(_time.TimestampFrequency))
        + (long)TimeSpan.FromTicks(Interlocked.Read(ref _before)).TotalNanoseconds;

    /// <summary>Nanoseconds since the start of the run, pauses included.</summary>
    public long ElapsedNanoseconds => NanosecondsAt(_time.GetTimestamp());

    /// <summary>The source of time, for waits.</summary>
    public TimeProvider Provider => _time;
}
