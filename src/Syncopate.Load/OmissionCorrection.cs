using Syncopate.Histograms;

namespace Syncopate.Load;

/// <summary>
/// What the latencies of a closed loop might have been without coordinated omission: a user that waits for a slow
/// answer does not send the requests it would have sent meanwhile, so that a pause of the server is seen once for each user. For every
/// latency above the usual interval of a user's requests, those that it kept from being sent are added: one interval shorter each. The
/// added ones are invented: show them beside the measured ones, labelled, never instead of them.</summary>
/// <remarks>HdrHistogram's copyCorrectedForCoordinatedOmission (Gil Tene, public domain; AbstractHistogram.java), in
/// steps of buckets rather than of values.
/// wrk does the same to its figures and does not say so. Requests at a rate (<see cref="Arrivals"/>) need no
/// correction, and measure what this guesses.</remarks>
internal static class OmissionCorrection
{
    /// <summary>A copy of the latencies with the omitted ones added; the measured ones alone when there are none.</summary>
    /// <param name="latencies">Of a closed loop, in nanoseconds.</param>
    /// <param name="intervalNanoseconds">Usual time from a user's request to its next one, at least 1: the median
    /// latency and the time to think.</param>
    public static Histogram Correct(Histogram latencies, long intervalNanoseconds)
    {
        ArgumentNullException.ThrowIfNull(latencies);
        ArgumentOutOfRangeException.ThrowIfLessThan(intervalNanoseconds, 1);
        Histogram corrected = new(latencies.Lowest, latencies.Highest, latencies.Digits);
        corrected.Add(latencies);
        foreach (HistogramBucket bucket in latencies)
        {
            for (long missing = bucket.Highest - intervalNanoseconds; missing >= intervalNanoseconds;)
            {
                int index = corrected.IndexOf(missing);
                long lowest = Math.Max(corrected.LowestAt(index), intervalNanoseconds);
                long inBucket = (missing - lowest) / intervalNanoseconds + 1;
                corrected.AddAt(index, inBucket * bucket.Count);
                missing -= inBucket * intervalNanoseconds;
            }
        }

        return corrected;
    }
}
