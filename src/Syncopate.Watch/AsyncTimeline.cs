namespace Syncopate.Watch;

/// <summary>How the async methods of a process spent their time.</summary>
/// <param name="Source">Where it comes from, and so how exact it is.</param>
/// <param name="WindowMilliseconds">How long was looked.</param>
/// <param name="LostEvents">Events that the runtime dropped because they came faster than they were read; above zero,
/// calls are missing.</param>
/// <param name="Methods">The program's own methods first, of each kind those that took the longest in sum first.</param>
/// <param name="Waterfall">The awaits of one typical request, in the order of a tree: each after the one that it is
/// part of. Empty when no request began and ended within the window.</param>
/// <param name="Findings">What could be done, the largest gain first.</param>
/// <param name="Notes">What this cannot show, one sentence each.</param>
internal sealed record AsyncTimeline(
    AsyncTimelineSource Source,
    double WindowMilliseconds,
    long LostEvents,
    IReadOnlyList<AsyncMethod> Methods,
    IReadOnlyList<AwaitSpan> Waterfall,
    IReadOnlyList<AsyncFinding> Findings,
    IReadOnlyList<string> Notes)
{
    /// <summary>One that could not be taken: its window is 0, and its only note says why.</summary>
    internal static AsyncTimeline NotTaken(string reason) =>
        new(AsyncTimelineSource.TaskEvents, 0, 0, [], [], [], [reason]);
}

/// <summary>Where an async timeline comes from, and so how exact it is.</summary>
internal enum AsyncTimelineSource
{
    /// <summary>The runtime's own events, of its task library and of runtime-async methods, for a short while: every call that
    /// suspended within it, none that completed synchronously; the start of a call is known to within the piece of synchronous work that
    /// made it.</summary>
    TaskEvents,

    /// <summary>A woven copy of the program: every call, from its first instruction to its last.</summary>
    Woven,
}
