namespace Syncopate.Watch.Blocking;

/// <summary>What can be told of a thread.</summary>
internal enum ThreadMarkKind
{
    /// <summary>It begins to wait.</summary>
    WaitBegins,

    /// <summary>Its wait is over.</summary>
    WaitEnds,

    /// <summary>A sample found it within native code: it waits there, or works.</summary>
    SampledOutside,

    /// <summary>A sample found it running managed code.</summary>
    SampledInside,

    /// <summary>It begins to serve a request.</summary>
    RequestBegins,

    /// <summary>It has served a request.</summary>
    RequestEnds,
}
