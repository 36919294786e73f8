using Syncopate.Measuring;

namespace Syncopate.Load;

/// <summary>What one thread of the generator counted in one load. One writer at a time; read when the load has ended, but for the live counters.</summary>
internal sealed class LoadTally
{
    private readonly double _nanosecondsPerTick;
    private readonly bool _isOpen;
    private long _answers;
    private long _errors;
    private long _answeredAt = long.MinValue / 2; // Half, so that the time since then does not overflow.

    /// <param name="isOpen">Whether requests are due at a rate: only then do due, begun and sent differ.</param>
    /// <param name="nanosecondsPerTick">Of the clock.</param>
    public LoadTally(bool isOpen, double nanosecondsPerTick)
    {
        _isOpen = isOpen;
        _nanosecondsPerTick = nanosecondsPerTick;
        Services = isOpen ? new Histogram() : null;
        Lateness = isOpen ? new Histogram() : null;
    }

    /// <summary>Good answers, discarded ones included; may be read at any time.</summary>
    public long Answers => Volatile.Read(ref _answers);

    /// <summary>Failed requests; may be read at any time.</summary>
    public long Errors => Volatile.Read(ref _errors);

    /// <summary>When the last answer came, good or not; long ago before the first. May be read at any time.</summary>
    public long AnsweredAt
    {
        get => Volatile.Read(ref _answeredAt);
        set => Volatile.Write(ref _answeredAt, value);
    }

    public Histogram Latencies { get; } = new();

    public Histogram FirstBytes { get; } = new();

    public Histogram Connects { get; } = new();

    public Histogram? Services { get; }

    public Histogram? Lateness { get; }

    /// <summary>Failed requests by kind.</summary>
    public Dictionary<string, long> ErrorsByKind { get; } = new(64, StringComparer.Ordinal); // Room for all: failures must not allocate either.

    public long Discarded { get; private set; }

    /// <summary>Sum of the recorded latencies, in ticks and therefore exact.</summary>
    public long LatencyTicks { get; private set; }

    public long InFlightTicks { get; private set; }

    /// <summary>Time in which requests should have been in flight.</summary>
    public long ActiveTicks { get; private set; }

    public long BodyBytes { get; private set; }

    public long ReceivedBytes { get; private set; }

    public long SentBytes { get; private set; }

    /// <summary>When the last request ended, one way or the other; 0 before that.</summary>
    public long Ended { get; private set; }

    public long Overflowed { get; private set; }

    public void Connected(long ticks) => Connects.Record(ToNanoseconds(ticks));

    /// <summary>A request was due then and is begun now.</summary>
    public void Begun(long lateTicks) => Lateness?.Record(ToNanoseconds(lateTicks));

    /// <summary>A request was due when no more could be in flight.</summary>
    public void Overflow() => Overflowed++;

    public void Sent(long bytes) => SentBytes += bytes;

    public void Received(long bytes) => ReceivedBytes += bytes;

    /// <summary>A user should have had requests in flight for so long; negative takes back what it was to think.</summary>
    public void Active(long ticks) => ActiveTicks += ticks;

    /// <summary>A request ended, well or not.</summary>
    public void Exchanged(in RequestTimes times, long bodyBytes)
    {
        InFlightTicks += times.End - times.Begun;
        if (_isOpen)
            ActiveTicks += times.End - times.Due;
        BodyBytes += bodyBytes;
        Ended = times.End;
    }

    public void Recorded(in RequestTimes times)
    {
        long latency = times.End - times.Due;
        LatencyTicks += latency;
        Latencies.Record(ToNanoseconds(latency));
        FirstBytes.Record(ToNanoseconds(times.FirstByte - times.Begun));
        Services?.Record(ToNanoseconds(times.End - times.Begun));
        Volatile.Write(ref _answers, _answers + 1);
    }

    public void LeftOut()
    {
        Discarded++;
        Volatile.Write(ref _answers, _answers + 1);
    }

    public void Failed(string finding)
    {
        ErrorsByKind[finding] = ErrorsByKind.GetValueOrDefault(finding) + 1;
        Volatile.Write(ref _errors, _errors + 1);
    }

    private long ToNanoseconds(long ticks) => (long)(ticks * _nanosecondsPerTick);
}
