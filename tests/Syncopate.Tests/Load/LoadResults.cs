using Syncopate.Histograms;
using Syncopate.Load;

namespace Syncopate.Tests.Load;

/// <summary>Results of loads that nobody drove.</summary>
internal static class LoadResults
{
    /// <summary>A load of one second in which nothing is to be doubted.</summary>
    public static LoadResult Of(long answers) => new()
    {
        StartedTimestamp = 0,
        EndedTimestamp = TimeProvider.System.TimestampFrequency,
        Latencies = new Histogram(),
        LatencySumNanoseconds = 0,
        Count = answers,
        Discarded = 0,
        Started = answers,
        Unfinished = 0,
        Errors = new Dictionary<string, long>(),
        FirstBytes = new Histogram(),
        Connects = new Histogram(),
        Services = null,
        Lateness = null,
        Overflowed = 0,
        BodyBytes = 0,
        ReceivedBytes = 0,
        SentBytes = 0,
        InFlightShare = 1,
        MeanInFlight = 10,
        GeneratorCpuNanoseconds = 0,
        Threads = [new ThreadUse(1_000, 500, 100, 0)],
        Traces = [],
        Cancelled = false,
        Failure = null,
    };
}
