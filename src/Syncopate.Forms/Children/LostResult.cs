using System.Diagnostics;
using Syncopate.Histograms;
using Syncopate.Load;

namespace Syncopate.Children;

/// <summary>What a load has measured whose process is gone.</summary>
internal static class LostResult
{
    public static LoadResult Of(string what)
    {
        long now = Stopwatch.GetTimestamp();
        return new LoadResult
        {
            StartedTimestamp = now,
            EndedTimestamp = now,
            Latencies = new Histogram(),
            LatencySumNanoseconds = 0,
            Count = 0,
            Discarded = 0,
            Errors = new Dictionary<string, long>(),
            Started = 0,
            Unfinished = 0,
            FirstBytes = new Histogram(),
            Connects = new Histogram(),
            Services = null,
            Lateness = null,
            Overflowed = 0,
            BodyBytes = 0,
            ReceivedBytes = 0,
            SentBytes = 0,
            InFlightShare = 0,
            MeanInFlight = 0,
            GeneratorCpuNanoseconds = 0,
            Threads = [],
            Traces = [],
            Cancelled = false,
            Failure = new LoadFailure(0, Findings.ConnectionClosed, $"its process could not be reached any more: {what.TrimEnd('.')}."),
        };
    }
}
