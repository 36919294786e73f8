using Syncopate.Histograms;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>Intervals of a load that nobody drove, as a watch keeps them.</summary>
internal static class LoadIntervals
{
    private static readonly string None = HistogramCodec.Encode(new Histogram());

    /// <summary>An interval in which these answers came, and of which nothing else is known.</summary>
    public static WatchInterval Of(
        long fromNanoseconds, long toNanoseconds, Histogram latencies, double sumNanoseconds,
        IReadOnlyDictionary<string, long> errors) =>
        new(new IntervalRecord
        {
            FromNanoseconds = fromNanoseconds,
            ToNanoseconds = toNanoseconds,
            InFlight = 1,
            Count = latencies.TotalCount,
            Errors = errors,
            Histogram = HistogramCodec.Encode(latencies),
            LatencySumNanoseconds = sumNanoseconds,
            FirstBytes = None,
            Connects = None,
            Services = null,
            Lateness = null,
            Overflowed = 0,
            BodyBytes = 0,
            ReceivedBytes = 0,
            SentBytes = 0,
            InFlightNanoseconds = 0,
            ActiveNanoseconds = 0,
            GeneratorCpuNanoseconds = 0,
        });
}
