namespace Syncopate;

/// <summary>The shape in which one piece of work is written.</summary>
public enum Form
{
    /// <summary>Blocks the calling thread until the work is done.</summary>
    Sync,

    /// <summary>Awaits each step; independent steps still follow one another.</summary>
    Async,

    /// <summary>Awaits independent steps together.</summary>
    Parallel,
}
