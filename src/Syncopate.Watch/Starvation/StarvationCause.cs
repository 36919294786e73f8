namespace Syncopate.Watch.Starvation;

/// <summary>Why work waits for a thread of the pool.</summary>
public enum StarvationCause
{
    /// <summary>It does not wait.</summary>
    None,

    /// <summary>Threads wait for Tasks: the pool is told, and adds about four threads a second until there are enough.</summary>
    CompensatedWaits,

    /// <summary>Threads block for half a second or longer in calls of which the pool is not told: it adds one thread or two a second, and only while nothing at all is dequeued.</summary>
    UncompensatedWaits,

    /// <summary>The trap: threads block for less than half a second in calls of which the pool is not told. Something is dequeued in each period, so nothing ever looks like starvation, and hill climbing
    /// swings the number of threads up and down while the queue stands.</summary>
    ShortWaits,

    /// <summary>No starvation: threads work, or are ready to and wait for a processor. More of them would not help.</summary>
    Processors,

    /// <summary>Threads wait for one another: for a lock, a semaphore, the one connection that may write, a connection of a pool. More of them would not help.</summary>
    Contention,

    /// <summary>Work waits, and no blocked place has been seen that explains it.</summary>
    Unseen,
}
