using Syncopate.Histograms;
using Syncopate.Units;

namespace Syncopate.Judging;

/// <summary>One figure per slot and metric: what the rounds are compared by.</summary>
internal static class SlotMetrics
{
    /// <summary>True when more is better.</summary>
    public static bool HigherIsBetter(this Metric metric) => metric == Metric.RequestsPerSecond;

    /// <summary>True for latencies, the metrics to which the absolute floor of an experiment applies.</summary>
    public static bool IsLatency(this Metric metric) => metric is Metric.Mean or Metric.P50 or Metric.P90 or Metric.P99;

    /// <summary>The value of a metric in a slot: nanoseconds for times, answers per second, bytes, or threads. Null when
    /// the slot does not carry it or it is 0, which has no ratio.</summary>
    /// <exception cref="HistogramFormatException">A quantile is asked for and the slot's histogram is damaged.</exception>
    public static double? Value(Slot slot, Metric metric)
    {
        ArgumentNullException.ThrowIfNull(slot);
        double? value = metric switch
        {
            Metric.Mean => slot.LatencySumNanoseconds / slot.Count,
            Metric.P50 => Quantile(slot, HistogramCodec.Decode(slot.Histogram), 0.5),
            Metric.P90 => Quantile(slot, HistogramCodec.Decode(slot.Histogram), 0.9),
            Metric.P99 => Quantile(slot, HistogramCodec.Decode(slot.Histogram), 0.99),
            Metric.RequestsPerSecond => RatedAnswers(slot) / RatedSeconds(slot),
            Metric.CpuPerRequest => slot.Target is { } target ? target.CpuNanoseconds / Requests(slot) : null,
            Metric.BytesPerRequest => slot.Target is { } target ? target.AllocatedBytes / Requests(slot) : null,
            Metric.Threads => slot.Target?.MaximumThreads,
            Metric.ThreadsUsed => slot.Conditions?.PoolThreadsUsed,
            _ => throw new ArgumentOutOfRangeException(nameof(metric), metric, "Not a metric."),
        };
        return value > 0 && double.IsFinite(value.Value) ? value : null;
    }

    /// <summary>A quantile of a slot's latencies; null with fewer than ten answers beyond it, when it would be the
    /// latency of one or two requests.</summary>
    internal static double? Quantile(Slot slot, Histogram latencies, double quantile) =>
        SlotRules.CarriesQuantile(quantile, slot.Count) && latencies.ValueAtQuantile(quantile) is var value and > 0 ? value : null;

    /// <summary>Answers that count for the rate: those that came within the time of the load, its head included.</summary>
    internal static double RatedAnswers(Slot slot) => Answers(slot) - slot.Drained;

    /// <summary>Whether it has answers, all of which came after the time of the load: how many that is in a second is not known.</summary>
    internal static bool IsAllLate(Slot slot) => slot.Drained > 0 && RatedAnswers(slot) <= 0;

    /// <summary>The time in which they came.</summary>
    internal static double RatedSeconds(Slot slot) => Nanoseconds.ToSeconds(slot.DurationNanoseconds - slot.DrainNanoseconds);

    /// <summary>The head of a slot is left out of its latencies but not of its length, so its answers count for the rate.</summary>
    private static double Answers(Slot slot) => slot.Count + slot.Discarded;

    /// <summary>A failed request costs the server too.</summary>
    private static double Requests(Slot slot) => Answers(slot) + slot.Errors.Values.Sum();
}
