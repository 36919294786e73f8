using System.Diagnostics.Tracing;
using Syncopate.Agent;

namespace Syncopate.WatchAgent;

/// <summary>Reads the thread pool of the process it is in.</summary>
internal sealed class PoolReader
{
    private readonly PoolCounts _pool = new();

    /// <summary>Says how the pool is now, if a session asks for that.</summary>
    public void Publish(AgentEvents events)
    {
        if (!events.IsEnabled(EventLevel.Informational, AgentEvents.Keywords.Pool))
            return;
        ThreadPool.GetMinThreads(out int minimum, out _);
        ThreadPool.GetMaxThreads(out int maximum, out int maximumPorts);
        ThreadPool.GetAvailableThreads(out int available, out int availablePorts);
        events.PoolWork(_pool.Threads, _pool.QueueLength, _pool.CompletedItems);
        events.PoolLine(maximum - available, minimum, maximum, maximumPorts - availablePorts);
    }
}
