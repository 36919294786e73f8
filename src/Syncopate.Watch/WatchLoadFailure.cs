namespace Syncopate.Watch;

/// <summary>The load came to no good: what is watched went on without it.</summary>
/// <param name="AtNanoseconds">Since the watch began, when this was known.</param>
/// <param name="What">What happened, in a sentence.</param>
/// <param name="HasBegun">False when not a single request could be sent, since nobody listened.</param>
public sealed record WatchLoadFailure(long AtNanoseconds, string What, bool HasBegun) : WatchRecord;
