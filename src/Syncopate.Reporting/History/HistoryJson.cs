using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Reporting.History;

/// <summary>A history for programs.</summary>
internal static class HistoryJson
{
    /// <summary>The history as indented JSON; lines end with a line feed, the last one too.</summary>
    public static string Write(HistoryReport report) => JsonSerializer.Serialize(report, HistoryJsonContext.Default.HistoryReport) + "\n";
}

/// <summary>How a history looks as JSON: camelCase names.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(HistoryReport))]
internal sealed partial class HistoryJsonContext : JsonSerializerContext;
