namespace Syncopate.Load.Loops;

/// <summary>How much earlier than wanted a wait has to end by the kernel's timer, since a sleeping processor wakes late by tens of microseconds.
/// Learned from the waits themselves: a quarter of them end sooner than this, so that a thread is rarely early, and then for a few microseconds.</summary>
internal struct WakeLead
{
    private const long Step = 400;
    private const long Longest = 100_000; // A machine that is later than this is busy, which no head start can mend.

    /// <summary>0 to 100,000.</summary>
    public long Nanoseconds { get; private set; }

    /// <summary>Takes in how long after its end a wait came back.</summary>
    // Three steps down for one up are in balance where one wait in four is below (Robbins and Monro, 1951: stochastic approximation of a quantile).
    public void Learn(long lateNanoseconds) => Nanoseconds = Math.Clamp(Nanoseconds + (lateNanoseconds > Nanoseconds ? Step : -3 * Step), 0, Longest);
}
