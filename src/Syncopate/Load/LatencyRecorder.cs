using Syncopate.Measuring;

namespace Syncopate.Load;

/// <summary>Counts latencies of many users at once: a few histograms, each borrowed by one thread for the time of one record.</summary>
/// <remarks>One histogram for each thread (a thread-local) was tried first: the pool's threads come and go, and each new one took its 184 KiB in the
/// timed region, 12 to 40 bytes a request in runs of 40,000. These are all there from the start, and nobody waits: a thread that finds one in use takes the next.</remarks>
internal sealed class LatencyRecorder
{
    private const int CacheLine = 64 / sizeof(int);

    private readonly Histogram[] _histograms;
    private readonly int[] _borrowed; // 1 while a thread writes to the histogram; each on a cache line of its own.

    public LatencyRecorder()
    {
        // Twice as many as threads can run at once: a thread may lose its core while it has one.
        _histograms = [.. Enumerable.Range(0, 2 * Environment.ProcessorCount).Select(_ => NewHistogram())];
        _borrowed = new int[_histograms.Length * CacheLine];
    }

    /// <summary>Counts one value; by any thread.</summary>
    public void Record(long nanoseconds)
    {
        int index = Thread.GetCurrentProcessorId() % _histograms.Length;
        while (Interlocked.Exchange(ref _borrowed[index * CacheLine], 1) == 1)
            index = (index + 1) % _histograms.Length;
        _histograms[index].Record(nanoseconds);
        Volatile.Write(ref _borrowed[index * CacheLine], 0);
    }

    /// <summary>All that was recorded since the last time; only while nobody records.</summary>
    public Histogram Drain()
    {
        Histogram all = NewHistogram();
        foreach (Histogram histogram in _histograms)
        {
            all.Add(histogram);
            histogram.Reset();
        }

        return all;
    }

    // 1 us to 1 h: what a network adds is never shorter.
    private static Histogram NewHistogram() => new(lowest: 1000);
}
