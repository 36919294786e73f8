using Syncopate.Reporting;

namespace Syncopate;

/// <summary>Figures of one form, over all its calls.</summary>
public sealed class FormFigures
{
    internal FormFigures(FormReport report)
    {
        Name = report.Label;
        Calls = report.Count;
        Failed = report.Errors;
        MeanMilliseconds = report.Mean;
        MedianMilliseconds = report.P50;
        P99Milliseconds = report.P99;
        CallsPerSecond = report.RequestsPerSecond;
        CpuMilliseconds = report.CpuPerRequest;
        AllocatedBytes = report.BytesPerRequest;
        Threads = report.Threads;
    }

    /// <summary>Such as "Async", or "A dapper" for one with a name.</summary>
    public string Name { get; }

    /// <summary>Calls that count.</summary>
    public long Calls { get; }

    /// <summary>Calls that threw.</summary>
    public long Failed { get; }

    /// <summary>Mean time of a call in ms, the wait for a thread included.</summary>
    public double MeanMilliseconds { get; }

    /// <summary>Median in ms.</summary>
    public double MedianMilliseconds { get; }

    /// <summary>99th percentile in ms.</summary>
    public double P99Milliseconds { get; }

    /// <summary>Calls per second.</summary>
    public double CallsPerSecond { get; }

    /// <summary>Processor time of the process for one call, in ms; null when it is not known.</summary>
    public double? CpuMilliseconds { get; }

    /// <summary>Bytes that the process allocated for one call; null when they are not known.</summary>
    public double? AllocatedBytes { get; }

    /// <summary>Most threads of the pool; null when they are not known.</summary>
    public int? Threads { get; }

    /// <summary>Calls that threw over all calls, from 0 to 1; 0 without a call.</summary>
    internal double FailedShare => Failed == 0 ? 0 : (double)Failed / (Failed + Calls);
}
