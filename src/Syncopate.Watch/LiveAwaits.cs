namespace Syncopate.Watch;

/// <summary>What the unfinished async methods of a process waited for at one moment.</summary>
/// <param name="Tasks">Unfinished async methods that were seen.</param>
/// <param name="Coverage">Share of time, 0 to 1, in which the runtime kept the list: below 1 it was switched off in
/// between, to stay below its price.</param>
/// <param name="Sites">One for each <c>await</c> at which something waited, the most first; at most 50.</param>
/// <param name="Unsupported">Why there is no list; null when there is one.</param>
public sealed record LiveAwaits(int Tasks, double Coverage, IReadOnlyList<LiveAwait> Sites, string? Unsupported);

/// <summary>One <c>await</c> at which calls wait now.</summary>
/// <param name="Method">Type and method.</param>
/// <param name="File">Source file of the <c>await</c>; null when there is no portable PDB.</param>
/// <param name="Line">Its line.</param>
/// <param name="InFlight">Calls that wait here.</param>
/// <param name="LongestMilliseconds">How long the one that waits longest has been seen here; within 100 ms.</param>
/// <param name="Chain">The methods that wait for that one, innermost first, each with file and line where known.</param>
public sealed record LiveAwait(
    string Method, string? File, int? Line, int InFlight, double LongestMilliseconds, IReadOnlyList<string> Chain);
