namespace Syncopate.Load.Tallying;

/// <summary>The requests that took longest, of those that have a number. One thread uses it at a time; it allocates nothing.</summary>
internal sealed class SlowRequests
{
    private const int Most = SlowRequest.Most;

    private readonly Entry[] _entries = new Entry[Most]; // The slowest first.
    private int _count;

    /// <summary>A request ended.</summary>
    /// <param name="times">When.</param>
    /// <param name="finding">Why it failed; null for a good answer.</param>
    public void Add(in RequestTimes times, string? finding) => Add(new Entry(times, finding));

    /// <summary>As if those of the other had ended here.</summary>
    public void Add(SlowRequests other)
    {
        foreach (Entry entry in other._entries.AsSpan(0, other._count))
            Add(entry);
    }

    public void Clear() => _count = 0;

    /// <summary>The slowest first.</summary>
    /// <param name="parents">Gave them their ids; null when they have none.</param>
    /// <param name="started">When the load did.</param>
    /// <param name="nanosecondsPerTick">Of the clock.</param>
    public IReadOnlyList<SlowRequest> ToRequests(TraceParents? parents, long started, double nanosecondsPerTick) => parents is null
        ? []
        : [.. _entries.Take(_count).Select(entry => new SlowRequest(
            parents.TraceId(entry.Times.Number),
            (long)((entry.Times.Due - started) * nanosecondsPerTick),
            (long)(entry.Latency * nanosecondsPerTick),
            entry.Finding))];

    private void Add(in Entry entry)
    {
        if (_count == Most && entry.Latency <= _entries[Most - 1].Latency)
            return;
        int place = _count < Most ? _count++ : Most - 1;
        for (; place > 0 && _entries[place - 1].Latency < entry.Latency; place--)
            _entries[place] = _entries[place - 1];
        _entries[place] = entry;
    }

    private readonly record struct Entry(RequestTimes Times, string? Finding)
    {
        public long Latency => Times.End - Times.Due;
    }
}
