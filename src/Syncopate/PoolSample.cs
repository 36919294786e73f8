using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>A server's thread pool at one instant.</summary>
/// <param name="AtNanoseconds">Monotonic time since the start of the slot; may be slightly negative for the sample before it.</param>
/// <param name="Threads">Thread-pool threads that exist.</param>
/// <param name="InUse">Worker threads in use: the maximum less the available ones, as the classic monitor counts.</param>
/// <param name="Available">Worker threads still available below the maximum.</param>
/// <param name="CompletionPorts">Completion-port threads in use.</param>
/// <param name="QueueLength">Work items waiting for a thread.</param>
/// <param name="CompletedItems">Work items completed since the process started.</param>
[method: JsonConstructor] // or a sample with missing figures would be read as zeros
internal readonly record struct PoolSample(
    long AtNanoseconds,
    int Threads,
    int InUse,
    int Available,
    int CompletionPorts,
    long QueueLength,
    long CompletedItems);
