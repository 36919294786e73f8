using System.Text.Json.Serialization.Metadata;
using Syncopate.Reporting.Drawing;

namespace Syncopate.Reporting.Loads;

/// <summary>The figures of a load as tables, for spreadsheets and scripts. Columns are the fields of <c>report.json</c>, in their order: a
/// figure that is added to an interval is in both.</summary>
internal static class LoadTables
{
    /// <summary>A line for each interval.</summary>
    public static string Intervals(LoadReport report) => Of(LoadReportJsonContext.Default.LoadIntervalReport, report.Intervals);

    /// <summary>A line for each percentile of the latency.</summary>
    public static string Percentiles(LoadReport report) => Of(LoadReportJsonContext.Default.LoadPercentile, report.Percentiles);

    private static string Of<T>(JsonTypeInfo<T> type, IReadOnlyList<T> lines)
        where T : notnull
    {
        // Without a getter is what the file leaves out, too.
        JsonPropertyInfo[] columns = [.. type.Properties.Where(property => property.Get is not null)];
        CsvTable table = new([.. columns.Select(column => column.Name)]);
        foreach (T line in lines)
            table.Add([.. columns.Select(column => column.Get?.Invoke(line))]);
        return table.ToString();
    }
}
