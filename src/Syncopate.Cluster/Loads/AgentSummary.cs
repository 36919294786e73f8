using System.Text.Json;
using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.Cluster.Loads;

/// <summary>What an agent says at the end of its part, beside the intervals.</summary>
internal sealed record AgentSummary
{
    /// <summary>How long after it was to begin it began.</summary>
    public required double LateMicroseconds { get; init; }

    /// <summary>From its start to its last answer.</summary>
    public required long DurationNanoseconds { get; init; }

    public required double DrainNanoseconds { get; init; }

    public required long Unfinished { get; init; }

    public required long CpuNanoseconds { get; init; }

    /// <summary>Share of its machine's processors that the machine's host gave to others meanwhile, 0 to 1; null where the system does not
    /// tell.</summary>
    public double? StolenShare { get; init; }

    public required IReadOnlyList<ThreadUse> Threads { get; init; }

    public required IReadOnlyList<RequestTrace> Traces { get; init; }

    public required bool Cancelled { get; init; }

    public required LoadFailure? Failure { get; init; }

    /// <summary>Reads what an agent wrote.</summary>
    /// <exception cref="ClusterException">It is something else.</exception>
    public static AgentSummary Read(string text)
    {
        AgentSummary read = ClusterJson.Read(text, LoadJson.Default.AgentSummary);
        // A list that was read is no null, but what is in it may be.
        bool isWhole = read.Traces.All(trace => trace is not null && trace.Parts.All(part => part is not null));
        return isWhole && read.IsPlausible() ? read : throw ClusterJson.Unreadable<AgentSummary>();
    }

    // It may begin a moment early by its clock, and late.
    private bool IsPlausible() => PlausibleFigures.IsTime(Math.Abs(Microseconds.ToNanoseconds(LateMicroseconds)))
        && PlausibleFigures.IsTime(DurationNanoseconds) && PlausibleFigures.IsTime(Math.Abs(DrainNanoseconds))
        && PlausibleFigures.IsDifference(Unfinished);

    /// <summary>The same with its requests as they lie in the whole load: its users come after those of the agents before it, and times
    /// count from the start of all.</summary>
    /// <param name="firstUser">How many users the agents before it have.</param>
    /// <param name="phaseMicroseconds">How long after the start of all it was to begin.</param>
    public AgentSummary InWhole(int firstUser, long phaseMicroseconds)
    {
        long late = (long)Microseconds.ToNanoseconds(phaseMicroseconds + LateMicroseconds);
        return this with { Traces = [.. Traces.Select(trace => InWhole(trace, firstUser, late))] };
    }

    private static RequestTrace InWhole(RequestTrace trace, int firstUser, long late) => new(
        firstUser + trace.User,
        trace.SentNanoseconds + late,
        trace.ServedNanoseconds < 0 ? trace.ServedNanoseconds : trace.ServedNanoseconds + late,
        trace.EndNanoseconds + late,
        [.. trace.Parts.Select(part => part with { StartedNanoseconds = part.StartedNanoseconds + late })]);

    public string ToText() => JsonSerializer.Serialize(this, LoadJson.Default.AgentSummary);
}
