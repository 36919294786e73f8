using Syncopate.Load;

namespace Syncopate.Tests.Load;

/// <summary>Results of loads that nobody drove.</summary>
internal static class LoadResults
{
    /// <summary>A load of one second in which nothing is to be doubted.</summary>
    public static LoadResult Of(long answers) => LoadResult.Nothing(0) with
    {
        EndedTimestamp = TimeProvider.System.TimestampFrequency,
        Count = answers,
        Started = answers,
        InFlightShare = 1,
        MeanInFlight = 10,
        Threads = [new ThreadUse(1_000, 500, 100, 0)],
    };
}
