using Syncopate.Units;

namespace Syncopate.Reporting.Measured;

/// <summary>How long requests waited before the server's own code began: queueing for a thread, or for a processor.</summary>
/// <param name="Waited">Requests that waited noticeably.</param>
/// <param name="Of">Requests of which the server said when it began.</param>
/// <param name="MeanMilliseconds">Mean wait of those that waited; 0 for none.</param>
/// <param name="Share">Share of all their time that the requests spent waiting; from 0 to 1.</param>
/// <param name="LatencyMilliseconds">Mean latency of all of them; 0 for none.</param>
internal sealed record RequestWaits(long Waited, long Of, double MeanMilliseconds, double Share, double LatencyMilliseconds)
{
    // Well above the few ms by which a busy machine delays any request, well below the waits of the experiments.
    private const long NoticeableNanoseconds = 10_000_000;

    /// <summary>The waits among some requests; those of which the server did not say when it began are left out.</summary>
    public static RequestWaits Among(IEnumerable<RequestTrace> requests)
    {
        List<RequestTrace> known = requests.Where(r => r.ServedNanoseconds >= 0).ToList();
        List<long> waits = known.Select(r => r.ServedNanoseconds - r.SentNanoseconds).Where(w => w >= NoticeableNanoseconds).ToList();
        double total = known.Sum(r => (double)(r.EndNanoseconds - r.SentNanoseconds));
        return new RequestWaits(
            waits.Count,
            known.Count,
            waits.Count == 0 ? 0 : Nanoseconds.ToMilliseconds(waits.Average()),
            total > 0 ? Math.Clamp(known.Sum(r => Math.Max(0, r.ServedNanoseconds - r.SentNanoseconds)) / total, 0, 1) : 0,
            known.Count == 0 ? 0 : Nanoseconds.ToMilliseconds(total / known.Count));
    }
}
