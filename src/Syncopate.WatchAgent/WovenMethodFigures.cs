using System.Diagnostics;

namespace Syncopate.WatchAgent;

/// <summary>What the calls of one woven method took in sum, since the program began. Thread-safe; a reader sees each
/// sum whole, but not all of one instant.</summary>
internal sealed class WovenMethodFigures(int method)
{
    // Awaits beyond so many in one method share the last place; threads whose numbers differ by a multiple of this count as one.
    private const int MostSites = 64;
    private const int MostThreads = 1024;

    private readonly long[] _waits = new long[MostSites];
    private readonly long[] _waited = new long[MostSites];
    private readonly int[] _threads = new int[MostThreads / 32];

    // All by Interlocked, in ticks of Stopwatch.
    private long _begun;
    private long _ended;
    private long _synchronous;
    private long _toFirst;
    private long _suspended;
    private long _total;
    private long _longest;
    private long _firstStarted;
    private long _first;

    public void Begin(long started)
    {
        if (Interlocked.Increment(ref _begun) == 1)
            Interlocked.Exchange(ref _firstStarted, started);
        Touch();
    }

    public void Resume(int state, long waited)
    {
        int site = Math.Min(Math.Max(state, 0), MostSites - 1);
        Interlocked.Increment(ref _waits[site]);
        Interlocked.Add(ref _waited[site], waited);
        Touch();
    }

    public void End(long started, long toFirst, long suspended, long now)
    {
        long total = now - started;
        Interlocked.Increment(ref _ended);
        Interlocked.Add(ref _total, total);
        if (toFirst == 0)
        {
            Interlocked.Increment(ref _synchronous);
        }
        else
        {
            Interlocked.Add(ref _toFirst, toFirst);
            Interlocked.Add(ref _suspended, suspended);
        }

        for (long longest = Interlocked.Read(ref _longest); total > longest; longest = Interlocked.Read(ref _longest))
            Interlocked.CompareExchange(ref _longest, total, longest);
        if (started == Interlocked.Read(ref _firstStarted))
            Interlocked.CompareExchange(ref _first, total, 0);
    }

    /// <summary>Tells all sums so far.</summary>
    public void Publish(AgentEvents events)
    {
        for (int site = 0; site < MostSites; site++)
        {
            if (Interlocked.Read(ref _waits[site]) is > 0 and long waits)
                events.WovenSite(method, site, waits, Nanoseconds(Interlocked.Read(ref _waited[site])));
        }

        events.WovenMethod(method, Interlocked.Read(ref _begun), Interlocked.Read(ref _ended), Interlocked.Read(ref _synchronous), Threads());
        events.WovenTimes(method, Nanoseconds(Interlocked.Read(ref _toFirst)), Nanoseconds(Interlocked.Read(ref _suspended)), Nanoseconds(Interlocked.Read(ref _total)));
        events.WovenExtremes(method, Nanoseconds(Interlocked.Read(ref _longest)), Nanoseconds(Interlocked.Read(ref _first)));
    }

    /// <summary>Ticks of Stopwatch as nanoseconds.</summary>
    public static long Nanoseconds(long ticks) => (long)(ticks * (1e9 / Stopwatch.Frequency));

    private void Touch()
    {
        int thread = Environment.CurrentManagedThreadId % MostThreads;
        int bit = 1 << (thread % 32);
        ref int word = ref _threads[thread / 32];
        for (int seen = Volatile.Read(ref word); (seen & bit) == 0; seen = Volatile.Read(ref word))
            Interlocked.CompareExchange(ref word, seen | bit, seen);
    }

    private int Threads()
    {
        int count = 0;
        foreach (int word in _threads)
        {
            for (uint bits = (uint)word; bits != 0; bits &= bits - 1)
                count++;
        }

        return count;
    }
}
