using Syncopate.Judging;

namespace Syncopate;

/// <summary>How long a slot lasts and what makes it valid.</summary>
internal static class SlotRules
{
    /// <summary>Little's law: users whose figures stand alone must have spent at least this share of their active time
    /// with a request in flight.
    /// In a comparison it is noise that random turns make fair, as long as it hits the forms alike: see <see cref="IdleUsers"/>.</summary>
    public const double LeastInFlightShare = 0.98;

    /// <summary>A slot with a larger share of failed requests makes the comparison invalid: failing fast is not answering fast.</summary>
    public const double MostErrorShare = 0.001;

    /// <summary>Length of a timed slot: 0.2 s, 20 times the 95th percentile or 500 requests, whichever is longest; at most 5 s.</summary>
    /// <param name="p95">95th percentile of the slowest form in the pilot; at least 0.</param>
    /// <param name="requestsPerSecond">Answers per second of the slowest form in the pilot; above 0.</param>
    public static TimeSpan Length(TimeSpan p95, double requestsPerSecond)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(p95, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(requestsPerSecond);
        double seconds = Math.Max(0.2, Math.Max(20 * p95.TotalSeconds, 500 / requestsPerSecond));
        return TimeSpan.FromSeconds(Math.Min(seconds, 5));
    }

    /// <summary>Head of a slot that is left out while the load builds up: 0.04 s or twice the 95th percentile. Nothing
    /// where that is more than half the slot:
    /// each user then has an answer or two, and the slot is a burst of which every request counts.</summary>
    /// <param name="p95">95th percentile of the slowest form in the pilot; at least 0.</param>
    /// <param name="length">Length of the slot.</param>
    public static TimeSpan Discard(TimeSpan p95, TimeSpan length)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(p95, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(length, TimeSpan.Zero);
        TimeSpan discard = TimeSpan.FromSeconds(Math.Max(0.04, 2 * p95.TotalSeconds));
        return discard <= length / 2 ? discard : TimeSpan.Zero;
    }

    /// <summary>Whether a slot has enough answers to judge a quantile: at least 10 beyond it, so 1,000 for the 99th percentile.</summary>
    /// <param name="quantile">Such as 0.99; from 0, below 1.</param>
    /// <param name="answers">Answers recorded in the slot.</param>
    public static bool CarriesQuantile(double quantile, long answers)
    {
        // Rounded, because 10 / (1 - 0.9) is 100.00000000000003 in binary.
        return answers >= Math.Round(10 / (1 - quantile), 6);
    }

    /// <summary>Whether a slot may stand in a comparison: it has an answer, and few errors.</summary>
    public static bool IsValid(Slot slot)
    {
        ArgumentNullException.ThrowIfNull(slot);
        return slot.Count > 0 && ErrorShare(slot) <= MostErrorShare;
    }

    /// <summary>Failed requests over all requests that were sent; 0 when none was sent.</summary>
    public static double ErrorShare(Slot slot)
    {
        ArgumentNullException.ThrowIfNull(slot);
        long errors = slot.Errors.Values.Sum();
        return errors == 0 ? 0 : (double)errors / (errors + slot.Count + slot.Discarded);
    }
}
