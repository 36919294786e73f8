using Syncopate.Histograms;
using Syncopate.Statistics;
using Syncopate.Units;

namespace Syncopate.Judging;

/// <summary>Where in the distribution two forms differ: quantile by quantile, from the tenth percentile to the 99.9th.</summary>
internal static class ShiftFunction
{
    private static readonly double[] Percentiles = [10, 25, 50, 75, 90, 95, 99, 99.9];

    /// <summary>The points that both histograms carry: ten values or more lie beyond each of them, on either side.</summary>
    /// <param name="baseline">Latencies of the baseline in nanoseconds, all slots together.</param>
    /// <param name="candidate">Latencies of the candidate in nanoseconds, all slots together.</param>
    public static IReadOnlyList<ShiftPoint> Between(Histogram baseline, Histogram candidate)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(candidate);
        long fewest = Math.Min(baseline.TotalCount, candidate.TotalCount);
        return
        [
            .. Percentiles.Where(p => SlotRules.CarriesQuantile(Math.Max(p, 100 - p) / 100, fewest)).Select(p =>
                Point(baseline, candidate, p)),
        ];
    }

    private static ShiftPoint Point(Histogram baseline, Histogram candidate, double percentile)
    {
        double b = Nanoseconds.ToMilliseconds(HarrellDavis.Quantile(baseline, percentile / 100));
        double c = Nanoseconds.ToMilliseconds(HarrellDavis.Quantile(candidate, percentile / 100));
        return new ShiftPoint(percentile, b, c, c - b, b > 0 ? c / b : null);
    }
}

/// <summary>How far one quantile moved from the baseline to the candidate; for display, never for a verdict.</summary>
/// <param name="Percentile">Such as 99.9.</param>
/// <param name="Baseline">The quantile of the baseline, in ms.</param>
/// <param name="Candidate">The quantile of the candidate, in ms.</param>
/// <param name="Shift">Candidate less baseline, in ms.</param>
/// <param name="Ratio">Candidate over baseline; null when the baseline is 0.</param>
internal sealed record ShiftPoint(double Percentile, double Baseline, double Candidate, double Shift, double? Ratio);
