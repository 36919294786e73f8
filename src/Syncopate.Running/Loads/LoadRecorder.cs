using Syncopate.Histograms;
using Syncopate.Load;
using Syncopate.Units;

namespace Syncopate.Running.Loads;

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
        IntervalRecord record = value.ToRecord(_started.Value, Nanoseconds.PerTick(time.TimestampFrequency)) with
        {
            Target = target?.Take(),
        };
        keep(record);
        watch(record, value.Latencies);
    }
}
