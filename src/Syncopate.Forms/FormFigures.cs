using Syncopate.Reporting;
using Syncopate.Units;

namespace Syncopate;

/// <summary>Figures of one form, over all its calls. Times are rounded to 100 ns; <see cref="FormsRow.Ratio"/> is computed from what was
/// measured, and <c>report.json</c> beside the report has it unrounded.</summary>
public sealed class FormFigures
{
    internal FormFigures(FormReport report)
    {
        Name = report.Label;
        Calls = report.Count;
        Failed = report.Errors;
        Mean = Time(report.Mean);
        Median = Time(report.P50);
        P99 = Time(report.P99);
        CallsPerSecond = report.RequestsPerSecond;
        CpuTime = Time(report.CpuPerRequest);
        AllocatedBytes = report.BytesPerRequest;
        Threads = report.Threads;
    }

    /// <summary>Such as "Async", or "A dapper" for one with a name.</summary>
    public string Name { get; }

    /// <summary>Calls that count.</summary>
    public long Calls { get; }

    /// <summary>Calls that threw.</summary>
    public long Failed { get; }

    /// <summary>Mean time of a call, the wait for a thread included; null when no call counts.</summary>
    public TimeSpan? Mean { get; }

    /// <summary>Median of the same; null when no call counts.</summary>
    public TimeSpan? Median { get; }

    /// <summary>99th percentile of the same; null with fewer than ten calls beyond it.</summary>
    public TimeSpan? P99 { get; }

    /// <summary>Calls per second.</summary>
    public double CallsPerSecond { get; }

    /// <summary>Processor time of the process for one call; null when it is not known.</summary>
    public TimeSpan? CpuTime { get; }

    /// <summary>Bytes that the process allocated for one call; null when they are not known.</summary>
    public double? AllocatedBytes { get; }

    /// <summary>Most threads of the pool; null when they are not known.</summary>
    public int? Threads { get; }

    /// <summary>Calls that threw over all calls, from 0 to 1; 0 without a call.</summary>
    internal double FailedShare => Failed == 0 ? 0 : (double)Failed / (Failed + Calls);

    private static TimeSpan? Time(double? milliseconds) =>
        milliseconds is { } known && !double.IsNaN(known) ? Milliseconds.ToTimeSpan(known) : null;
}
