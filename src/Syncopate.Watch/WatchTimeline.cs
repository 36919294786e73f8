namespace Syncopate.Watch;

/// <summary>What async methods did for a while.</summary>
/// <param name="AtNanoseconds">Since the watch began, when the window ended.</param>
/// <param name="Timeline">The methods.</param>
public sealed record WatchTimeline(long AtNanoseconds, AsyncTimeline Timeline) : WatchRecord;
