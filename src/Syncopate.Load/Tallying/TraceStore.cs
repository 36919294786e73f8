namespace Syncopate.Load.Tallying;

/// <summary>Single requests, written in the timed region into memory laid out before it and made readable afterwards.
/// Claims are taken when a request is sent, so that slow requests are as likely to be kept as fast ones.</summary>
internal sealed class TraceStore(int capacity)
{
    /// <summary>Room for the Server-Timing of one answer; one entry takes about 45 bytes.</summary>
    public const int TimingLimitBytes = 1024;

    // Each entry is written by the user that claimed it, and read when all users have finished.
    private readonly Entry[] _entries = new Entry[capacity];
    private readonly byte[] _timings = new byte[capacity * TimingLimitBytes];
    private int _claimed; // By all users, interlocked.

    /// <summary>Room for a request that is about to be sent; -1 when there is none left.</summary>
    public int Claim()
    {
        if (Volatile.Read(ref _claimed) >= capacity)
            return -1;
        int entry = Interlocked.Increment(ref _claimed) - 1;
        return entry < capacity ? entry : -1;
    }

    /// <summary>Keeps a good answer. A claim that is never completed leaves no trace.</summary>
    public void Complete(int entry, int user, long sent, long end, ReadOnlySpan<byte> timing)
    {
        timing.CopyTo(_timings.AsSpan(entry * TimingLimitBytes));
        _entries[entry] = new Entry(true, user, sent, end, timing.Length);
    }

    /// <summary>All complete traces in the order in which they were sent, relative to <paramref name="started"/>.</summary>
    public IReadOnlyList<RequestTrace> ToTraces(long started, double nanosecondsPerTick)
    {
        List<RequestTrace> traces = [];
        for (int i = 0; i < _entries.Length; i++)
        {
            Entry entry = _entries[i];
            if (entry.Complete)
                traces.Add(ToTrace(entry, _timings.AsSpan(i * TimingLimitBytes, entry.TimingBytes), started, nanosecondsPerTick));
        }

        return [.. traces.OrderBy(trace => trace.SentNanoseconds).ThenBy(trace => trace.User)];
    }

    private static RequestTrace ToTrace(Entry entry, ReadOnlySpan<byte> timing, long started, double nanosecondsPerTick)
    {
        long Since(long timestamp) => (long)Math.Round((timestamp - started) * nanosecondsPerTick);

        long served = -1;
        List<RequestPart> parts = [];
        foreach (ServerTiming mark in ServerTiming.Read(timing))
        {
            // The server is not trusted: a mark outside the request would draw a bar where nothing was.
            if (mark.StartedTimestamp < entry.Sent || mark.StartedTimestamp > entry.End)
                continue;
            if (mark.Name != ServerTiming.Served)
            {
                parts.Add(
                    new RequestPart(
                        mark.Name, Since(mark.StartedTimestamp),
                        Math.Min(mark.DurationNanoseconds, Since(entry.End) - Since(mark.StartedTimestamp))));
            }
            else if (served < 0)
            {
                served = Since(mark.StartedTimestamp);
            }
        }

        return new RequestTrace(entry.User, Since(entry.Sent), served, Since(entry.End), parts);
    }

    private readonly record struct Entry(bool Complete, int User, long Sent, long End, int TimingBytes);
}
