using Syncopate.Agent;

namespace Syncopate.Running.Machines;

/// <summary>What lies between two frames of a process's monitor.</summary>
internal static class MonitorFrames
{
    /// <summary>What the process used from one to the other, and the larger of their threads; the queue is that of the later.</summary>
    public static TargetUse Since(this MonitorFrame now, MonitorFrame from) => new(
        now.CpuNanoseconds - from.CpuNanoseconds,
        now.AllocatedBytes - from.AllocatedBytes,
        now.Gen0 - from.Gen0,
        now.Gen1 - from.Gen1,
        now.Gen2 - from.Gen2,
        now.CompiledMethods - from.CompiledMethods,
        now.CompletedItems - from.CompletedItems,
        Math.Max(from.Threads, now.Threads),
        now.QueueLength);
}
