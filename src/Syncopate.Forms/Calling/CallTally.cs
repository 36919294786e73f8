using System.Diagnostics;
using Syncopate.Histograms;
using Syncopate.Units;

namespace Syncopate.Calling;

/// <summary>What the callers of one load have seen. Callers share a few of these, so that thousands of them need no
/// memory of their own; each is locked for some nanoseconds when a call ends.</summary>
internal sealed class CallTally
{
    private static readonly double NanosecondsPerTick = Nanoseconds.PerTick(Stopwatch.Frequency);

    // All guarded by this.
    private readonly Dictionary<string, long> _failures = new(StringComparer.Ordinal);
    private readonly Dictionary<string, Exception> _firstThrown = new(StringComparer.Ordinal);

    /// <summary>Latencies of the calls that count.</summary>
    public Histogram Latencies { get; } = new();

    /// <summary>At a rate, from when a call was begun; else empty.</summary>
    public Histogram ServiceTimes { get; } = new();

    /// <summary>At a rate, from due to begun; else empty.</summary>
    public Histogram Lateness { get; } = new();

    /// <summary>Exact sum of <see cref="Latencies"/>, in ticks.</summary>
    public long LatencyTicks { get; private set; }

    /// <summary>Time in calls of all kinds, in ticks.</summary>
    public long BusyTicks { get; private set; }

    /// <summary>Time of the callers from the start of the load to their last call, in ticks.</summary>
    public long ActiveTicks { get; private set; }

    /// <summary>Calls in the head of the load.</summary>
    public long Discarded { get; private set; }

    /// <summary>Calls that ended after the time of the load.</summary>
    public long Drained { get; private set; }

    /// <summary>When the last call ended.</summary>
    public long LastTimestamp { get; private set; }

    /// <summary>Failures by the name of the exception.</summary>
    public IReadOnlyDictionary<string, long> Failures => _failures;

    /// <summary>The first exception of each kind, by the same names.</summary>
    public IReadOnlyDictionary<string, Exception> FirstThrown => _firstThrown;

    /// <summary>Counts some calls that were timed as a whole; one in most cases.</summary>
    /// <param name="from">When the first of them began, or was due.</param>
    /// <param name="to">When the last of them ended.</param>
    /// <param name="calls">How many; at least 1.</param>
    /// <param name="load">The load that they belong to.</param>
    public void Count(long from, long to, int calls, CallLoad load)
    {
        lock (this)
        {
            BusyTicks += to - from;
            LastTimestamp = Math.Max(LastTimestamp, to);
            if (from < load.CountsFrom)
            {
                Discarded += calls;
                return;
            }

            LatencyTicks += to - from;
            Latencies.AddAt(Latencies.IndexOf(Math.Min(FromTicks(to - from) / calls, Latencies.Highest)), calls);
            if (to > load.Until)
                Drained += calls;
        }
    }

    /// <summary>Counts what only a rate has.</summary>
    public void CountTurn(long due, long begun, long ended, CallLoad load)
    {
        lock (this)
        {
            Lateness.Record(FromTicks(Math.Max(0, begun - due)));
            if (due >= load.CountsFrom)
                ServiceTimes.Record(FromTicks(ended - begun));
        }
    }

    /// <summary>Counts a call that threw.</summary>
    public void Fail(long from, long to, Exception failure)
    {
        lock (this)
        {
            BusyTicks += to - from;
            LastTimestamp = Math.Max(LastTimestamp, to);
            string kind = failure.GetType().Name;
            _failures[kind] = _failures.GetValueOrDefault(kind) + 1;
            _firstThrown.TryAdd(kind, failure);
        }
    }

    /// <summary>Notes that a caller has made its last call.</summary>
    public void Leave(long began, long left)
    {
        lock (this)
            ActiveTicks += left - began;
    }

    /// <summary>Forgets everything, for the next load.</summary>
    public void Reset()
    {
        Latencies.Reset();
        ServiceTimes.Reset();
        Lateness.Reset();
        _failures.Clear();
        _firstThrown.Clear();
        (LatencyTicks, BusyTicks, ActiveTicks, Discarded, Drained, LastTimestamp) = (0, 0, 0, 0, 0, 0);
    }

    private static long FromTicks(long ticks) => (long)(ticks * NanosecondsPerTick);
}
