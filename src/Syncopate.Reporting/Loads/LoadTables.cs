using Syncopate.Reporting.Drawing;

namespace Syncopate.Reporting.Loads;

/// <summary>The figures of a load as tables, for spreadsheets and scripts. Columns are named as in <c>report.json</c>.</summary>
internal static class LoadTables
{
    /// <summary>A line for each interval.</summary>
    public static string Intervals(LoadReport report)
    {
        CsvTable table = new("fromSeconds", "toSeconds", "count", "errors", "requestsPerSecond", "mean", "p50", "p90", "p99", "max",
            "inFlight", "threads", "queueLength", "cores");
        foreach (LoadIntervalReport i in report.Intervals)
        {
            table.Add(i.FromSeconds, i.ToSeconds, i.Count, i.Errors, i.RequestsPerSecond, i.Mean, i.P50, i.P90, i.P99, i.Max,
                i.InFlight, i.Threads, i.QueueLength, i.Cores);
        }

        return table.ToString();
    }

    /// <summary>A line for each percentile of the latency.</summary>
    public static string Percentiles(LoadReport report)
    {
        CsvTable table = new("percentile", "milliseconds");
        foreach (LoadPercentile point in report.Percentiles)
            table.Add(point.Percentile, point.Milliseconds);
        return table.ToString();
    }
}
