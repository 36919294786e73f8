using Syncopate.Reporting.Measured;

namespace Syncopate.Reporting.Sentences;

/// <summary>The time by which an experiment is judged, as sentences say it: how long answers took, or how much of the processor they
/// used.</summary>
internal sealed class PrimaryTime
{
    private readonly Metric _metric;

    private PrimaryTime(Metric metric) => _metric = metric;

    public static PrimaryTime Of(MeasuredExperiment measured) => new(measured.Experiment.PrimaryMetric);

    /// <summary>Whether it is time on the clock; else it is processor time.</summary>
    public bool IsLatency => _metric == Metric.Mean;

    /// <summary>Such as "time".</summary>
    public string Name => IsLatency ? "time" : "processor time";

    /// <summary>What forms do with it.</summary>
    public string Take => IsLatency ? "take" : "use";

    /// <summary>What a form did with it.</summary>
    public string Took => IsLatency ? "took" : "used";

    /// <summary>What a single figure of it is of, such as "on average".</summary>
    public string Each => IsLatency ? "on average" : "of it for a request";

    /// <summary>Of all requests of a form, in ms.</summary>
    public double Average(MeasuredForm form) => IsLatency ? form.Mean : form.CpuPerRequest ?? 0;

    /// <summary>Of its typical slot, in ms.</summary>
    public double Typical(MeasuredForm form) => form.Typical(_metric);
}
