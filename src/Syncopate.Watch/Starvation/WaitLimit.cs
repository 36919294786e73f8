namespace Syncopate.Watch.Starvation;

/// <summary>What bounds how many can wait for the same thing and be done at the same time.</summary>
internal enum WaitLimit
{
    /// <summary>Nothing here: twice as many may wait, and all be done as soon, if what they wait for keeps up.</summary>
    None,

    /// <summary>Tasks, which may themselves need a thread of the same pool to complete: how long one takes without a queue is not seen.</summary>
    Tasks,

    /// <summary>A lock: one at a time.</summary>
    Lock,

    /// <summary>A semaphore: as many as it lets in.</summary>
    Permits,

    /// <summary>A database that lets one connection write at a time.</summary>
    Writer,

    /// <summary>A pool of connections: as many as it has.</summary>
    Connections,

    /// <summary>Room in a queue that a single thread empties.</summary>
    Room,

    /// <summary>Processors: it waits until others have computed.</summary>
    Computing,

    /// <summary>It cannot be seen.</summary>
    Unknown,
}
