using Syncopate.Histograms;

namespace Syncopate.Reporting;

/// <summary>Figures of one histogram in ms; all 0 when it is empty.</summary>
/// <param name="Count">Values.</param>
/// <param name="Mean">Mean of the bucket middles.</param>
/// <param name="P50">Median.</param>
/// <param name="P90">90th percentile.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="Max">Largest.</param>
public sealed record LatencyFigures(long Count, double Mean, double P50, double P90, double P99, double Max)
{
    internal static LatencyFigures Of(Histogram histogram) => new(
        histogram.TotalCount,
        histogram.Mean / 1e6,
        histogram.ValueAtQuantile(0.5) / 1e6,
        histogram.ValueAtQuantile(0.9) / 1e6,
        histogram.ValueAtQuantile(0.99) / 1e6,
        histogram.Maximum / 1e6);
}
