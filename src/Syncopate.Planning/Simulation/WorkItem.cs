namespace Syncopate.Planning.Simulation;

/// <summary>An item of the pool's queue.</summary>
/// <param name="Kind">What is to be done.</param>
/// <param name="Id">The request, the transport queue or the timer queue.</param>
internal readonly record struct WorkItem(WorkKind Kind, int Id);

/// <summary>What the pool does for a server, item by item.</summary>
internal enum WorkKind
{
    /// <summary>Look which sockets became readable, receive from them, and queue the requests.</summary>
    Poll,

    /// <summary>Send what a transport queue holds.</summary>
    Transfer,

    /// <summary>Run the code of a request.</summary>
    Handle,

    /// <summary>Fire the first timer that is due, and queue the others.</summary>
    FireTimers,

    /// <summary>Go on after a timer of a request.</summary>
    Continue,

    /// <summary>Go on after a wait that blocked the thread.</summary>
    Resume,
}
