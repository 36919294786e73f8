namespace Syncopate.Watch;

/// <summary>One <c>await</c> at which calls wait now.</summary>
/// <param name="Method">Type and method.</param>
/// <param name="File">Source file of the <c>await</c>; null when there is no portable PDB.</param>
/// <param name="Line">Its line.</param>
/// <param name="InFlight">Calls that wait here.</param>
/// <param name="LongestMilliseconds">How long the one that waits longest has been seen here; within 100 ms.</param>
/// <param name="Chain">The methods that wait for that one, innermost first, each with file and line where known.</param>
public sealed record LiveAwait(string Method, string? File, int? Line, int InFlight, double LongestMilliseconds, IReadOnlyList<string> Chain);
