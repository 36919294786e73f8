using Syncopate.Histograms;
using Syncopate.Judging;

namespace Syncopate.Reporting.Measured;

/// <summary>A slot whose histogram has been read once: decoding it again for each metric and pair would cost seconds. It keeps the
/// quantiles, and the counters, which are 200 KiB per slot, until all slots of an experiment have been added up.</summary>
internal sealed class DecodedSlot
{
    private readonly Dictionary<Metric, double?> _quantiles = [];
    private Histogram? _latencies;

    /// <param name="slot">The slot.</param>
    /// <exception cref="HistogramFormatException">Its histogram cannot be read.</exception>
    public DecodedSlot(Slot slot)
    {
        Slot = slot;
        Histogram latencies = HistogramCodec.Decode(slot.Histogram);
        _latencies = latencies;
        Layout = (latencies.Lowest, latencies.Highest, latencies.Digits);
        Recorded = latencies.TotalCount;
        foreach ((Metric metric, double quantile) in SlotMetrics.Quantiles)
            _quantiles[metric] = SlotMetrics.Quantile(slot, latencies, quantile);
    }

    /// <summary>The slot as the journal has it.</summary>
    public Slot Slot { get; }

    /// <summary>Only histograms of one layout can be added up.</summary>
    public (long Lowest, long Highest, int Digits) Layout { get; }

    /// <summary>Answers in the histogram; equal to the slot's count unless the journal contradicts itself.</summary>
    public long Recorded { get; }

    /// <summary>The metric of the slot, as <see cref="SlotMetrics.Value"/> gives it.</summary>
    public double? Value(Metric metric) =>
        _quantiles.TryGetValue(metric, out double? quantile) ? quantile : SlotMetrics.Value(Slot, metric);

    /// <summary>A histogram of its layout that holds nothing.</summary>
    public Histogram Empty() => new(Layout.Lowest, Layout.Highest, Layout.Digits);

    /// <summary>Adds its latencies to those of others of its layout.</summary>
    public void AddTo(Histogram sum) =>
        sum.Add(_latencies ?? throw new InvalidOperationException("The slots of this experiment have been added up already."));

    /// <summary>Forgets the counters: nothing is added up any more.</summary>
    public void Release() => _latencies = null;
}
