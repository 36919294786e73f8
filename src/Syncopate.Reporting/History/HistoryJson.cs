using System.Text.Json;

namespace Syncopate.Reporting.History;

/// <summary>A history for programs.</summary>
public static class HistoryJson
{
    /// <summary>The history as indented JSON; lines end with a line feed, the last one too.</summary>
    public static string Write(HistoryReport report) => JsonSerializer.Serialize(report, HistoryJsonContext.Default.HistoryReport) + "\n";
}
