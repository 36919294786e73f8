using System.Text.Json.Serialization;
using Syncopate.Histograms;

namespace Syncopate.Reporting;

/// <summary>Figures of one histogram in ms; no number, in JSON null, where it is empty, and for a percentile with fewer
/// than ten values beyond it.</summary>
/// <param name="Count">Values.</param>
/// <param name="Mean">Mean of the bucket middles.</param>
/// <param name="P50">Median.</param>
/// <param name="P90">90th percentile.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="Max">Largest.</param>
internal sealed record LatencyFigures(
    long Count,
    [property: JsonConverter(typeof(MeasuredOrNull))] double Mean,
    [property: JsonConverter(typeof(MeasuredOrNull))] double P50,
    [property: JsonConverter(typeof(MeasuredOrNull))] double P90,
    [property: JsonConverter(typeof(MeasuredOrNull))] double P99,
    [property: JsonConverter(typeof(MeasuredOrNull))] double Max)
{
    /// <summary>What tables of latencies show, in the order of their columns: its name in a terminal, its name on a page, and
    /// its value.</summary>
    internal static IReadOnlyList<(string Name, string Heading, Func<LatencyFigures, double> Value)> Columns { get; } =
    [
        ("mean", "Mean", figures => figures.Mean),
        ("p50", "p50", figures => figures.P50),
        ("p90", "p90", figures => figures.P90),
        ("p99", "p99", figures => figures.P99),
        ("max", "Max", figures => figures.Max),
    ];

    /// <summary>The latencies of a form, or of a whole load.</summary>
    internal static LatencyFigures Of(FormReport form) =>
        new(form.Count, form.Mean, form.P50, form.P90 ?? double.NaN, form.P99, form.Max);

    internal static LatencyFigures Of(Histogram histogram) => new(
        histogram.TotalCount,
        MeasuredOrNull.OfAny(histogram, histogram.Mean),
        MeasuredOrNull.Quantile(histogram, 0.5),
        MeasuredOrNull.Quantile(histogram, 0.9),
        MeasuredOrNull.Quantile(histogram, 0.99),
        MeasuredOrNull.OfAny(histogram, histogram.Maximum));
}
