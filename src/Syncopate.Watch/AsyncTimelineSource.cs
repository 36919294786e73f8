namespace Syncopate.Watch;

/// <summary>Where an async timeline comes from, and so how exact it is.</summary>
public enum AsyncTimelineSource
{
    /// <summary>The task library's own events, for a short while: every call that suspended within it, none that completed synchronously; the start of a call is known to within the
    /// piece of synchronous work that made it.</summary>
    TaskEvents,

    /// <summary>A woven copy of the program: every call, from its first instruction to its last.</summary>
    Woven,
}
