using Syncopate.Units;

namespace Syncopate.Running;

/// <summary>The time of a run: durations from the monotonic clock, the wall clock only as a label. Thread-safe.</summary>
internal sealed class RunClock
{
    private readonly TimeProvider _time;
    private readonly long _started;
    private readonly Lock _gate = new();
    private long? _held; // When a pause began; guarded, like the next one, by _gate.
    private TimeSpan _paused;

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
                return _time.GetElapsedTime(_started, _held ?? _time.GetTimestamp()) - _paused;
        }
    }

    /// <summary>A pause begins: the run waits for whoever asked for it, and that is not part of its time.</summary>
    public void Hold()
    {
        lock (_gate)
            _held ??= _time.GetTimestamp();
    }

    /// <summary>The pause is over.</summary>
    public void Release()
    {
        lock (_gate)
        {
            if (_held is { } since)
                _paused += _time.GetElapsedTime(since);
            _held = null;
        }
    }

    /// <summary>Nanoseconds between the start of the run and a raw timestamp of the same clock.</summary>
    public long NanosecondsAt(long timestamp) => (long)((timestamp - _started) * Nanoseconds.PerTick(_time.TimestampFrequency));

    /// <summary>Nanoseconds since the start of the run, pauses included.</summary>
    public long ElapsedNanoseconds => NanosecondsAt(_time.GetTimestamp());

    /// <summary>The source of time, for waits.</summary>
    public TimeProvider Provider => _time;
}
