using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>What a server process used between two instants.</summary>
/// <param name="CpuNanoseconds">User and kernel time of all its threads.</param>
/// <param name="AllocatedBytes">Bytes allocated on its managed heap.</param>
/// <param name="Gen0Collections">Collections of generation 0 (higher ones included).</param>
/// <param name="Gen1Collections">Collections of generation 1 (higher ones included).</param>
/// <param name="Gen2Collections">Collections of generation 2.</param>
/// <param name="CompiledMethods">Methods compiled by the JIT.</param>
/// <param name="CompletedItems">Work items that its thread pool completed.</param>
/// <param name="MaximumThreads">Most thread-pool threads that existed at any sample; 0 when no monitor was inside the process.</param>
/// <param name="MaximumQueueLength">Longest thread-pool queue at any sample.</param>
internal sealed record TargetUse(
    long CpuNanoseconds,
    long AllocatedBytes,
    int Gen0Collections,
    int Gen1Collections,
    int Gen2Collections,
    long CompiledMethods,
    long CompletedItems,
    int MaximumThreads,
    long MaximumQueueLength)
{
    /// <summary>False when the process was seen from outside only: then its processor time is known, and all else is 0.</summary>
    [JsonIgnore]
    public bool IsMonitored => MaximumThreads > 0;

    /// <summary>What is known of a process without a monitor inside; it may report itself what it allocated.</summary>
    internal static TargetUse OfCpu(long nanoseconds, long allocatedBytes = 0) => new(nanoseconds, allocatedBytes, 0, 0, 0, 0, 0, 0, 0);
}
