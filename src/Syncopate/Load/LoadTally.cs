namespace Syncopate.Load;

/// <summary>What one user counted in one load. Written by that user's loop alone; read when the loop has ended, but for the two live counters.</summary>
internal sealed class LoadTally
{
    private long _answers;
    private long _errors;
    private long _answeredAt = long.MinValue / 2; // Half, so that the time since then does not overflow.

    /// <summary>Good answers, discarded ones included; may be read at any time.</summary>
    public long Answers => Volatile.Read(ref _answers);

    /// <summary>Failed requests; may be read at any time.</summary>
    public long Errors => Volatile.Read(ref _errors);

    /// <summary>When its last answer came, good or not; long ago before the first. May be read at any time.</summary>
    public long AnsweredAt
    {
        get => Volatile.Read(ref _answeredAt);
        set => Volatile.Write(ref _answeredAt, value);
    }

    /// <summary>Failed requests by kind; null until the first.</summary>
    public Dictionary<string, long>? ErrorsByKind { get; private set; }

    public long Discarded { get; private set; }

    /// <summary>Sum of the recorded latencies, in ticks and therefore exact.</summary>
    public long LatencyTicks { get; private set; }

    public long InFlightTicks { get; private set; }

    public long BodyBytes { get; private set; }

    /// <summary>When the user was to start; null until it did.</summary>
    public long? Started { get; private set; }

    /// <summary>When its last request ended, one way or the other.</summary>
    public long Ended { get; private set; }

    public void Start(long at)
    {
        Started = at;
        Ended = at;
    }

    public void Exchanged(long sent, long now, long bodyBytes)
    {
        InFlightTicks += now - sent;
        BodyBytes += bodyBytes;
        Ended = now;
    }

    public void Recorded(long latencyTicks)
    {
        LatencyTicks += latencyTicks;
        Volatile.Write(ref _answers, _answers + 1);
    }

    public void LeftOut()
    {
        Discarded++;
        Volatile.Write(ref _answers, _answers + 1);
    }

    public void Failed(string finding)
    {
        ErrorsByKind ??= [];
        ErrorsByKind[finding] = ErrorsByKind.GetValueOrDefault(finding) + 1;
        Volatile.Write(ref _errors, _errors + 1);
    }
}
