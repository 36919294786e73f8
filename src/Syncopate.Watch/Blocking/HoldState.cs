namespace Syncopate.Watch.Blocking;

/// <summary>What a stack says of a thread and of something that others wait for.</summary>
internal enum HoldState
{
    /// <summary>The thread has to do with other things.</summary>
    Elsewhere,

    /// <summary>It waits for it too.</summary>
    Waiting,

    /// <summary>It is in the method that waits for it, and past the wait.</summary>
    Past,
}
