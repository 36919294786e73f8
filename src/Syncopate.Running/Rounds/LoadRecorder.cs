using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.Running.Rounds;

/// <summary>Makes a record of each interval of a load as it ends, has it kept, and hands it on to whoever watches.</summary>
/// <param name="keep">Keeps it, such as in a journal; what it throws ends the load.</param>
/// <param name="time">The clock of the load.</param>
/// <param name="target">Watches the target's process; null when nothing does.</param>
/// <param name="watch">Sees each interval after it is kept, one after the other.</param>
internal sealed class LoadRecorder(
    Action<IntervalRecord> keep, TimeProvider time, ITargetMonitor? target,
    Action<IntervalRecord, Histogram> watch) : IProgress<LoadInterval>
{
    // The first interval begins when the load does. Set by it; intervals come one after the other.
    private long? _started;

    /// <inheritdoc/>
    public void Report(LoadInterval value)
    {
        ArgumentNullException.ThrowIfNull(value);
        _started ??= value.FromTimestamp;
        IntervalRecord record = Record(value, _started.Value);
        keep(record);
        watch(record, value.Latencies);
    }

    private IntervalRecord Record(LoadInterval interval, long started) => new()
    {
        FromNanoseconds = FromTicks(interval.FromTimestamp - started),
        ToNanoseconds = FromTicks(interval.ToTimestamp - started),
        InFlight = interval.InFlight,
        Count = interval.Count,
        Errors = interval.Errors,
        Histogram = HistogramCodec.Encode(interval.Latencies),
        LatencySumNanoseconds = interval.LatencySumNanoseconds,
        Started = interval.Started,
        Drained = interval.Drained,
        DrainedFailures = interval.DrainedFailures,
        Unasked = interval.Unasked,
        Reopened = interval.Reopened,
        FailedInStep = interval.Steps.Count > 0 ? interval.FailedInStep : null,
        Steps = interval.Steps.Count > 0 ? [.. interval.Steps.Select(HistogramCodec.Encode)] : null,
        FirstBytes = HistogramCodec.Encode(interval.FirstBytes),
        Connects = HistogramCodec.Encode(interval.Connects),
        Services = interval.Services is { } services ? HistogramCodec.Encode(services) : null,
        Lateness = interval.Lateness is { } lateness ? HistogramCodec.Encode(lateness) : null,
        Overflowed = interval.Overflowed,
        BodyBytes = interval.BodyBytes,
        ReceivedBytes = interval.ReceivedBytes,
        SentBytes = interval.SentBytes,
        InFlightNanoseconds = interval.InFlightNanoseconds,
        ThinkNanoseconds = interval.ThinkNanoseconds,
        ActiveNanoseconds = interval.ActiveNanoseconds,
        GeneratorCpuNanoseconds = interval.GeneratorCpuNanoseconds,
        Slowest = interval.Slowest is { Count: > 0 } slowest ? slowest : null,
        Target = target?.Take(),
    };

    private long FromTicks(long ticks) => (long)(ticks * Nanoseconds.PerTick(time.TimestampFrequency));
}
