using System.Text.Json;

namespace Syncopate.Reporting.Gates;

/// <summary>The gate's report for programs.</summary>
public static class GateJson
{
    /// <summary>The report as indented JSON; lines end with a line feed, the last one too.</summary>
    public static string Write(GateReport report) => JsonSerializer.Serialize(report, GateJsonContext.Default.GateReport) + "\n";
}
