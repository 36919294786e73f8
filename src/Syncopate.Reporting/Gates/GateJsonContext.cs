using System.Text.Json.Serialization;

namespace Syncopate.Reporting.Gates;

/// <summary>How the gate's report looks as JSON: camelCase names, and enums by name.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [typeof(CamelCaseEnum<GateOutcome>), typeof(CamelCaseEnum<GateCheckKind>)],
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(GateReport))]
internal sealed partial class GateJsonContext : JsonSerializerContext;
