using System.Collections.Frozen;
using Syncopate.Histograms;
using Syncopate.Units;

namespace Syncopate.Judging;

/// <summary>What the rounds are compared by: one descriptor per metric, with its direction and how it is read from a slot.</summary>
internal static class SlotMetrics
{
    private static readonly FrozenDictionary<Metric, SlotMetric> ByMetric = new SlotMetric[]
    {
        new(Metric.Mean, slot => slot.LatencySumNanoseconds / slot.Count) { IsLatency = true },
        OfQuantile(Metric.P50, 0.5),
        OfQuantile(Metric.P90, 0.9),
        OfQuantile(Metric.P99, 0.99),
        new(Metric.RequestsPerSecond, slot => RatedAnswers(slot) / RatedSeconds(slot))
        {
            HigherIsBetter = true, IsRate = true,
        },
        new(Metric.CpuPerRequest, slot => slot.Target is { } target ? target.CpuNanoseconds / Requests(slot) : null),
        new(Metric.BytesPerRequest, slot => slot.Target is { } target ? target.AllocatedBytes / Requests(slot) : null),
        new(Metric.Threads, slot => slot.Target?.MaximumThreads),
        new(Metric.ThreadsUsed, slot => slot.Conditions?.PoolThreadsUsed),
    }.ToFrozenDictionary(metric => metric.Metric);

    /// <summary>The metrics that are quantiles of latencies, each with its quantile.</summary>
    public static IReadOnlyList<(Metric Metric, double Quantile)> Quantiles { get; } =
    [
        .. from metric in ByMetric.Values
           where metric.Quantile is not null
           select (metric.Metric, metric.Quantile.GetValueOrDefault()),
    ];

    /// <summary>True when more is better.</summary>
    public static bool HigherIsBetter(this Metric metric) => Of(metric).HigherIsBetter;

    /// <summary>True for latencies, the metrics to which the absolute floor of an experiment applies.</summary>
    public static bool IsLatency(this Metric metric) => Of(metric).IsLatency;

    /// <summary>True for latencies and for the rate, which the same noise moves, and users who were idle.</summary>
    public static bool IsSpeed(this Metric metric) => Of(metric) is { IsLatency: true } or { IsRate: true };

    /// <summary>The value of a metric in a slot: nanoseconds for times, answers per second, bytes, or threads. Null when
    /// the slot does not carry it or it is 0, which has no ratio.</summary>
    /// <exception cref="HistogramFormatException">A quantile is asked for and the slot's histogram is damaged.</exception>
    public static double? Value(Slot slot, Metric metric)
    {
        ArgumentNullException.ThrowIfNull(slot);
        return Of(metric).Read(slot) is { } value && value > 0 && double.IsFinite(value) ? value : null;
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

    private static SlotMetric Of(Metric metric) => ByMetric.TryGetValue(metric, out SlotMetric? known)
        ? known
        : throw new ArgumentOutOfRangeException(nameof(metric), metric, "Not a metric.");

    private static SlotMetric OfQuantile(Metric metric, double quantile) =>
        new(metric, slot => Quantile(slot, HistogramCodec.Decode(slot.Histogram), quantile))
        {
            IsLatency = true,
            Quantile = quantile,
        };

    /// <summary>The head of a slot is left out of its latencies but not of its length, so its answers count for the rate.</summary>
    private static double Answers(Slot slot) => slot.Count + slot.Discarded;

    /// <summary>A failed request costs the server too.</summary>
    private static double Requests(Slot slot) => Answers(slot) + slot.Errors.Values.Sum();
}

/// <summary>One metric. Lower is better unless it says otherwise.</summary>
/// <param name="Metric">Which.</param>
/// <param name="Read">Its value in a slot; null, no number or 0 where the slot does not carry it. Nanoseconds for times.</param>
internal sealed record SlotMetric(Metric Metric, Func<Slot, double?> Read)
{
    /// <summary>Whether it is the latency of answers, or a quantile of it.</summary>
    public bool IsLatency { get; init; }

    /// <summary>Whether it is how many answers come in a time.</summary>
    public bool IsRate { get; init; }

    /// <summary>Whether more is better.</summary>
    public bool HigherIsBetter { get; init; }

    /// <summary>The quantile of the latencies that it is, such as 0.9; null where it is none.</summary>
    public double? Quantile { get; init; }
}
