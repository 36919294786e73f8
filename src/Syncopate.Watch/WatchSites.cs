namespace Syncopate.Watch;

/// <summary>Where threads stood blocked for a while.</summary>
/// <param name="AtNanoseconds">Since the watch began, when the window ended.</param>
/// <param name="Blocked">The places.</param>
public sealed record WatchSites(long AtNanoseconds, BlockedSites Blocked) : WatchRecord;
