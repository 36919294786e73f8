namespace Syncopate.Agent;

/// <summary>What the thread pool of this process counts of itself. Later than the .NET Standard that agents are built for, and there on
/// every runtime they can enter but the oldest: looked up by name once; -1 stands for what this runtime does not report. Compiled into both
/// agents.</summary>
internal sealed class PoolCounts
{
    private readonly Func<int>? _threads = Getter<int>("ThreadCount");
    private readonly Func<long>? _queueLength = Getter<long>("PendingWorkItemCount");
    private readonly Func<long>? _completedItems = Getter<long>("CompletedWorkItemCount");

    /// <summary>Threads that exist.</summary>
    public int Threads => _threads?.Invoke() ?? -1;

    /// <summary>Work items that wait for one.</summary>
    public long QueueLength => _queueLength?.Invoke() ?? -1;

    /// <summary>Work items completed since the process began.</summary>
    public long CompletedItems => _completedItems?.Invoke() ?? -1;

    private static Func<T>? Getter<T>(string property) =>
        typeof(ThreadPool).GetProperty(property)?.GetMethod?.CreateDelegate(typeof(Func<T>)) as Func<T>;
}
