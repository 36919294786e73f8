namespace Syncopate.Watch;

/// <summary>What the unfinished async methods of a process waited for at one moment.</summary>
/// <param name="Tasks">Unfinished async methods that were seen.</param>
/// <param name="Coverage">Share of time, 0 to 1, in which the runtime kept the list: below 1 it was switched off in between, to stay below its price.</param>
/// <param name="Sites">One for each <c>await</c> at which something waited, the most first; at most 50.</param>
/// <param name="Unsupported">Why there is no list; null when there is one.</param>
public sealed record LiveAwaits(int Tasks, double Coverage, IReadOnlyList<LiveAwait> Sites, string? Unsupported);
