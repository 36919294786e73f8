using Syncopate.Units;

namespace Syncopate.Running;

/// <summary>The time of a run: durations from the monotonic clock, the wall clock only as a label. Thread-safe.</summary>
internal sealed class RunClock
{
    private readonly TimeProvider _time;
    private readonly long _started;

    /// <param name="time">Where time comes from.</param>
    public RunClock(TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(time);
        _time = time;
        _started = time.GetTimestamp();
    }

    /// <summary>Wall clock now.</summary>
    public DateTimeOffset UtcNow => _time.GetUtcNow();

    /// <summary>Since the start of the run; never goes back.</summary>
    public TimeSpan Elapsed => _time.GetElapsedTime(_started);

    /// <summary>Nanoseconds between the start of the run and a raw timestamp of the same clock.</summary>
    public long NanosecondsAt(long timestamp) => (long)((timestamp - _started) * Nanoseconds.PerTick(_time.TimestampFrequency));

    /// <summary>Nanoseconds since the start of the run.</summary>
    public long ElapsedNanoseconds => NanosecondsAt(_time.GetTimestamp());

    /// <summary>The source of time, for waits.</summary>
    public TimeProvider Provider => _time;
}
