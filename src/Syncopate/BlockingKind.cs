namespace Syncopate;

/// <summary>What a blocked thread waits in.</summary>
public enum BlockingKind
{
    /// <summary>A Task: Wait, Result, GetAwaiter().GetResult(), WaitAll, WaitAny.</summary>
    TaskWait,

    /// <summary>A lock that another thread holds: Monitor, System.Threading.Lock, ReaderWriterLockSlim, that of a class whose static constructor runs.</summary>
    Lock,

    /// <summary>A signal: Monitor.Wait, SemaphoreSlim, an event, Thread.Join, the end of a process, of a parallel loop or of finalizers.</summary>
    Signal,

    /// <summary>Thread.Sleep.</summary>
    Sleep,

    /// <summary>A synchronous call on a socket or on a stream over one, or the look-up of a name.</summary>
    Socket,

    /// <summary>A synchronous HTTP call.</summary>
    Http,

    /// <summary>A synchronous call of ADO.NET, whichever its driver: connection, command, reader.</summary>
    Data,

    /// <summary>A synchronous call on a file, a pipe or the console.</summary>
    File,
}
