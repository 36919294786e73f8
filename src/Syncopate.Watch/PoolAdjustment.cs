namespace Syncopate.Watch;

/// <summary>A decision of the pool about how many threads it wants.</summary>
/// <param name="AtNanoseconds">Since the watch began, monotonic.</param>
/// <param name="Threads">How many it wants from now on.</param>
/// <param name="Reason">Why.</param>
/// <param name="CompletedPerSecond">The throughput that it had measured.</param>
public sealed record PoolAdjustment(long AtNanoseconds, int Threads, AdjustmentReason Reason, double CompletedPerSecond);
