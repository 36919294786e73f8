using System.Text.Json;
using System.Text.Json.Serialization;
using Syncopate.Texts;

namespace Syncopate.Reporting.Gates;

/// <summary>The gate's report for programs.</summary>
internal static class GateJson
{
    /// <summary>The report as indented JSON; lines end with a line feed, the last one too.</summary>
    public static string Write(GateReport report) => JsonSerializer.Serialize(report, GateJsonContext.Default.GateReport) + "\n";
}

/// <summary>How the gate's report looks as JSON: camelCase names, and enums by name.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [typeof(CamelCaseEnum<GateOutcome>), typeof(CamelCaseEnum<GateCheckKind>)],
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(GateReport))]
internal sealed partial class GateJsonContext : JsonSerializerContext;
