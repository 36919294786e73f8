using System.Text.Json.Serialization;

namespace Syncopate.Scan.Sarif;

/// <summary>How a log looks as JSON: camelCase names, no nulls.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(SarifLog))]
internal sealed partial class SarifJson : JsonSerializerContext;
