using Syncopate.Histograms;
using Syncopate.Tests.Load;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>Intervals of a load that nobody drove, as a watch keeps them.</summary>
internal static class LoadIntervals
{
    /// <summary>An interval in which these answers came, and of which nothing else is known.</summary>
    public static WatchInterval Of(
        long fromNanoseconds, long toNanoseconds, Histogram latencies, double sumNanoseconds,
        IReadOnlyDictionary<string, long> errors) =>
        new(IntervalRecords.Nothing(fromNanoseconds, toNanoseconds) with
        {
            InFlight = 1,
            Count = latencies.TotalCount,
            Errors = errors,
            Histogram = HistogramCodec.Encode(latencies),
            LatencySumNanoseconds = sumNanoseconds,
        });
}
