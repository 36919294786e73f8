namespace Syncopate.Watch.Awaits;

/// <summary>What the calls of one woven method took in sum.</summary>
internal sealed class WovenSums
{
    public long Begun { get; private set; }

    public long Ended { get; private set; }

    public long Synchronous { get; private set; }

    public int Threads { get; private set; }

    public long ToFirstNanoseconds { get; private set; }

    public long SuspendedNanoseconds { get; private set; }

    public long TotalNanoseconds { get; private set; }

    public long LongestNanoseconds { get; private set; }

    /// <summary>Duration of the first call; 0 while it has not ended.</summary>
    public long FirstNanoseconds { get; private set; }

    /// <summary>Calls that ended and had suspended.</summary>
    public long Suspended => Ended - Synchronous;

    public void Count(long begun, long ended, long synchronous, int threads) =>
        (Begun, Ended, Synchronous, Threads) = (begun, ended, synchronous, threads);

    public void Times(long toFirst, long suspended, long total) =>
        (ToFirstNanoseconds, SuspendedNanoseconds, TotalNanoseconds) = (toFirst, suspended, total);

    public void Extremes(long longest, long first) => (LongestNanoseconds, FirstNanoseconds) = (longest, first);
}
