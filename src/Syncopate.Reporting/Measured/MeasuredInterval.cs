using Syncopate.Histograms;
using Syncopate.Units;

namespace Syncopate.Reporting.Measured;

/// <summary>An interval whose histograms have been read. They are not kept: an hour has 3,600 of them.</summary>
internal sealed record MeasuredInterval(IntervalRecord Record, LoadIntervalReport Report)
{
    // What is shorter has no rate: the last interval may hold a few answers and no time.
    private const double ShortestSeconds = 0.05;

    // Beyond what any load has, and far enough below what a number holds for sums over days.
    private const long Most = 10_000_000_000_000_000;

    /// <summary>Null when the record contradicts itself.</summary>
    /// <param name="record">The interval as a journal has it.</param>
    /// <param name="sums">What its histograms are added to, unless it contradicts itself; null for nothing.</param>
    /// <exception cref="HistogramFormatException">A histogram cannot be read.</exception>
    public static MeasuredInterval? Of(IntervalRecord record, IntervalSums? sums = null)
    {
        IntervalHistograms read = IntervalHistograms.Of(record);
        IEnumerable<Histogram> steps = (record.Steps ?? []).OfType<string>().Select(HistogramCodec.Decode);
        bool alike = read.All.Concat(steps).All(h => Layout(h) == Layout(new Histogram()));
        if (!alike
            || read.Latencies.TotalCount != record.Count
            || record.ToNanoseconds < record.FromNanoseconds
            || !IsPossible(record))
        {
            return null;
        }

        sums?.Add(read);
        return new MeasuredInterval(record, Figures(record, read.Latencies));
    }

    private static bool IsPossible(IntervalRecord record) =>
        new[] { record.FromNanoseconds, record.ToNanoseconds, record.Overflowed, record.GeneratorCpuNanoseconds }
            .All(figure => figure is >= 0 and < Most)
        && record.InFlight is > -Most and < Most // Added up while requests begin and end, it may be a little below 0.
        && new[]
        {
            record.Started, record.Drained, record.DrainedFailures, record.Unasked, record.Reopened,
        }.All(figure => figure is null or (>= 0 and < Most / 1_000))
        && (record.Slowest ?? []).All(slow => slow is { IsValid: true })
        && (record.FailedInStep ?? []).All(figure => figure is >= 0 and < Most / 1_000)
        && record.Errors.Values.Append(record.BodyBytes)
            .Append(record.ReceivedBytes)
            .Append(record.SentBytes)
            .All(figure => figure is >= 0 and < Most / 1_000)
        && new[] { record.LatencySumNanoseconds, record.InFlightNanoseconds, record.ActiveNanoseconds, record.ThinkNanoseconds ?? 0 }
            .All(figure => figure >= 0);

    private static LoadIntervalReport Figures(IntervalRecord record, Histogram latencies)
    {
        double seconds = Nanoseconds.ToSeconds(record.ToNanoseconds - record.FromNanoseconds);
        return new LoadIntervalReport(
            Nanoseconds.ToSeconds(record.FromNanoseconds),
            Nanoseconds.ToSeconds(record.ToNanoseconds),
            record.Count,
            record.Errors.Values.Sum(),
            seconds >= ShortestSeconds ? record.Count / seconds : null,
            record.Count == 0 ? null : Nanoseconds.ToMilliseconds(record.LatencySumNanoseconds / record.Count),
            At(0.5),
            At(0.9),
            At(0.99),
            record.Count == 0 ? null : Nanoseconds.ToMilliseconds(latencies.Maximum),
            record.InFlight,
            record.Target?.MaximumThreads,
            record.Target?.MaximumQueueLength,
            seconds >= ShortestSeconds ? Nanoseconds.ToSeconds(record.Target?.CpuNanoseconds) / seconds : null);

        double? At(double quantile) => MeasuredOrNull.QuantileOrNull(latencies, quantile);
    }

    // Only histograms of one layout can be added up, and a load writes no other.
    private static (long Lowest, long Highest, int Digits) Layout(Histogram histogram) =>
        (histogram.Lowest, histogram.Highest, histogram.Digits);
}
