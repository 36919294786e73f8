using Syncopate.Histograms;

namespace Syncopate.Tests.Measuring;

/// <summary>What both implementations must say alike, to the bit. Named as tests/interop/histograms.js writes it.</summary>
internal sealed record HistogramFigures(long Count, long Min, long Max, double? Mean, long P50, long P90, long P99, long P999)
{
    /// <summary>The mean is null for large layouts, since the reference takes up to 100 ms for one.</summary>
    public static HistogramFigures Of(Histogram histogram) => new(
        histogram.TotalCount,
        histogram.Minimum,
        histogram.Maximum,
        histogram.Counts.Length < 8192 ? histogram.Mean : null,
        histogram.ValueAtQuantile(0.5),
        histogram.ValueAtQuantile(0.9),
        histogram.ValueAtQuantile(0.99),
        histogram.ValueAtQuantile(0.999));
}
