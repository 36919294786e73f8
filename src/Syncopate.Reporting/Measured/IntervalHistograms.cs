using Syncopate.Histograms;

namespace Syncopate.Reporting.Measured;

/// <summary>The histograms of an interval that every load has, each decoded once; null where the load has none. Those of the steps of a
/// scenario are not among them: there are as many as the journal says, and they are read one at a time.</summary>
internal sealed record IntervalHistograms(
    Histogram Latencies, Histogram? FirstBytes, Histogram? Connects, Histogram? Services, Histogram? Lateness)
{
    /// <summary>Those of a record.</summary>
    /// <exception cref="HistogramFormatException">One cannot be read.</exception>
    public static IntervalHistograms Of(IntervalRecord record) => new(
        HistogramCodec.Decode(record.Histogram),
        Read(record.FirstBytes),
        Read(record.Connects),
        Read(record.Services),
        Read(record.Lateness));

    /// <summary>Those that there are.</summary>
    public IEnumerable<Histogram> All =>
        new[] { Latencies, FirstBytes, Connects, Services, Lateness }.OfType<Histogram>();

    private static Histogram? Read(string? text) => text is null ? null : HistogramCodec.Decode(text);
}
