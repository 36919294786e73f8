using System.Text.Json.Serialization;

namespace Syncopate.Watch;

/// <summary>What the unfinished async methods of a process waited for at one moment.</summary>
/// <param name="Tasks">Unfinished async methods that were seen.</param>
/// <param name="Coverage">Share of time, 0 to 1, in which the runtime kept the list: below 1 it was switched off in
/// between, to stay below its price.</param>
/// <param name="Sites">One for each <c>await</c> at which something waited, the most first; at most 50.</param>
/// <param name="Unsupported">Why there is no list; null when there is one.</param>
internal sealed record LiveAwaits(int Tasks, double Coverage, IReadOnlyList<LiveAwait> Sites, string? Unsupported)
{
    /// <summary>Async methods of the program's own assemblies that are compiled as runtime async, without a state machine.
    /// 0 where there is none, or no debugging information.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int RuntimeAsyncMethods { get; init; }

    /// <summary>True when calls of such methods are in this list, by their method, without the line at which they wait.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool HasRuntimeAsync { get; init; }

    /// <summary>All async methods of these assemblies; 0 where none of them is runtime async.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int AsyncMethods { get; init; }
}

/// <summary>One <c>await</c> at which calls wait now.</summary>
/// <param name="Method">Type and method.</param>
/// <param name="File">Source file of the <c>await</c>; null when there is no portable PDB.</param>
/// <param name="Line">Its line.</param>
/// <param name="InFlight">Calls that wait here.</param>
/// <param name="LongestMilliseconds">How long the one that waits longest has been seen here; within 100 ms.</param>
/// <param name="Chain">The methods that wait for that one, innermost first, each with file and line where known.</param>
internal sealed record LiveAwait(
    string Method, string? File, int? Line, int InFlight, double LongestMilliseconds, IReadOnlyList<string> Chain);
