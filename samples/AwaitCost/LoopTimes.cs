namespace AwaitCost;

/// <summary>What some loops of one form took.</summary>
/// <param name="Nanoseconds">One value a loop, in order.</param>
/// <param name="CpuNanoseconds">Processor time of the whole process during all loops.</param>
/// <param name="AllocatedBytes">Allocated by the whole process during all loops.</param>
internal sealed record LoopTimes(IReadOnlyList<long> Nanoseconds, long CpuNanoseconds, long AllocatedBytes);
