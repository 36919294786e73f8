namespace Syncopate.Watch;

/// <summary>A decision of the pool about how many threads it wants.</summary>
/// <param name="AtNanoseconds">Since the watch began, monotonic.</param>
/// <param name="Threads">How many it wants from now on.</param>
/// <param name="Reason">Why.</param>
/// <param name="CompletedPerSecond">The throughput that it had measured.</param>
internal sealed record PoolAdjustment(long AtNanoseconds, int Threads, AdjustmentReason Reason, double CompletedPerSecond);

/// <summary>Why the pool changes how many threads it wants; the runtime's own words and numbers.</summary>
internal enum AdjustmentReason
{
    /// <summary>Hill climbing has too few samples yet.</summary>
    Warmup = 0,

    /// <summary>Hill climbing begins anew.</summary>
    Initializing = 1,

    /// <summary>Hill climbing tries another number to see what that does to the throughput.</summary>
    RandomMove = 2,

    /// <summary>Hill climbing goes where the throughput was better.</summary>
    ClimbingMove = 3,

    /// <summary>The throughput changed of itself.</summary>
    ChangePoint = 4,

    /// <summary>Hill climbing keeps still.</summary>
    Stabilizing = 5,

    /// <summary>Nothing was taken out of the queue for half a second.</summary>
    Starvation = 6,

    /// <summary>A thread had nothing to do for 20 s and ended.</summary>
    ThreadTimedOut = 7,

    /// <summary>A thread of the pool blocks in a way that notifies the pool (Task.Wait or Task.Result; not locks, sleep
    /// or input and output): another one is let in for it.</summary>
    CooperativeBlocking = 8,

    /// <summary>A reason that this version does not know.</summary>
    Unknown = -1,
}
