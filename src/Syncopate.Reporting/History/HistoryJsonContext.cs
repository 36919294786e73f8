using System.Text.Json.Serialization;

namespace Syncopate.Reporting.History;

/// <summary>How a history looks as JSON: camelCase names.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(HistoryReport))]
internal sealed partial class HistoryJsonContext : JsonSerializerContext;
