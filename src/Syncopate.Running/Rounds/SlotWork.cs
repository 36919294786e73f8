using System.Diagnostics;
using Syncopate.Histograms;
using Syncopate.Load;

namespace Syncopate.Running.Rounds;

/// <summary>What a slot measured that is not an HTTP load: calls inside the server's process, or pages in a browser.</summary>
/// <param name="Nanoseconds">How long each call took, in the order in which they were made; at least one, each above 0.</param>
/// <param name="Counters">Figures that only this work has; may be empty.</param>
internal sealed record SlotWork(IReadOnlyList<long> Nanoseconds, IReadOnlyDictionary<string, double> Counters)
{
    /// <summary>CPU time of the process during the calls alone; null to take that of the whole slot.</summary>
    public long? CpuNanoseconds { get; init; }

    /// <summary>Bytes that the process allocated during the calls alone; null to take those of the whole slot.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>Collections during the calls alone, by generation 0, 1 and 2, each counted for those below it too; null
    /// to take those of the whole slot.</summary>
    public IReadOnlyList<int>? Collections { get; init; }

    /// <summary>When the first call began, counted from the first call of all slots that were measured in one go; 0 for
    /// the first of them.</summary>
    public long AtNanoseconds { get; init; }

    /// <summary>The calls as a load of one caller, who always has one call in flight.</summary>
    /// <param name="startedTimestamp">When the slot began; what is prepared before the calls is not in their time.</param>
    internal LoadResult ToResult(long startedTimestamp)
    {
        Histogram latencies = new();
        foreach (long duration in Nanoseconds)
            latencies.Record(duration);
        long sum = Nanoseconds.Sum();
        long ended = startedTimestamp + (long)(sum * Units.Nanoseconds.TicksIn(Stopwatch.Frequency));
        return LoadResult.OfCalls(startedTimestamp, ended, latencies, new Histogram()) with
        {
            LatencySumNanoseconds = sum,
            InFlightShare = 1,
            MeanInFlight = 1,
        };
    }
}
