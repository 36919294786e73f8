using Syncopate.Histograms;

namespace Syncopate.Tests.Load;

/// <summary>Intervals of loads that nobody drove, as a journal keeps them, a watch sees them and an agent sends them.</summary>
internal static class IntervalRecords
{
    private static readonly string None = HistogramCodec.Encode(new Histogram());

    /// <summary>An interval in which nothing happened.</summary>
    public static IntervalRecord Nothing(long fromNanoseconds, long toNanoseconds) => new()
    {
        FromNanoseconds = fromNanoseconds,
        ToNanoseconds = toNanoseconds,
        InFlight = 0,
        Count = 0,
        Errors = new Dictionary<string, long>(),
        Histogram = None,
        LatencySumNanoseconds = 0,
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
    };
}
