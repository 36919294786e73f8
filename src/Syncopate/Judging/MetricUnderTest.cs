namespace Syncopate.Judging;

/// <summary>What slots are measured against.</summary>
/// <param name="Metric">The metric.</param>
/// <param name="Value">The metric of a slot: <see cref="SlotMetrics.Value"/>, or what it returned before. Null where
/// the slot does not carry it.</param>
/// <param name="Comparisons">How many comparisons share the error level.</param>
internal sealed record MetricUnderTest(Metric Metric, Func<Slot, double?> Value, int Comparisons);
