using System.Diagnostics.Tracing;

namespace Syncopate.WatchAgent;

/// <summary>Reads the thread pool of the process it is in.</summary>
internal sealed class PoolReader
{
    // Later than the .NET Standard that this assembly is built for, and there on every runtime it can enter but the oldest.
    private readonly Func<int>? _threads = Getter<int>("ThreadCount");
    private readonly Func<long>? _queueLength = Getter<long>("PendingWorkItemCount");
    private readonly Func<long>? _completedItems = Getter<long>("CompletedWorkItemCount");

    /// <summary>Says how the pool is now, if a session asks for that.</summary>
    public void Publish(AgentEvents events)
    {
        if (!events.IsEnabled(EventLevel.Informational, AgentEvents.Keywords.Pool))
            return;
        ThreadPool.GetMinThreads(out int minimum, out _);
        ThreadPool.GetMaxThreads(out int maximum, out int maximumPorts);
        ThreadPool.GetAvailableThreads(out int available, out int availablePorts);
        events.PoolWork(_threads?.Invoke() ?? -1, _queueLength?.Invoke() ?? -1, _completedItems?.Invoke() ?? -1);
        events.PoolLine(maximum - available, minimum, maximum, maximumPorts - availablePorts);
    }

    private static Func<T>? Getter<T>(string property) =>
        typeof(ThreadPool).GetProperty(property)?.GetMethod?.CreateDelegate(typeof(Func<T>)) as Func<T>;
}
