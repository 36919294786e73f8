using System.Text.Json.Serialization;
using Syncopate.Texts;

namespace Syncopate.Reporting.Runs;

/// <summary>How a report looks as JSON: camelCase names, and enums by name.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters =
    [
        typeof(CamelCaseEnum<Form>),
        typeof(CamelCaseEnum<Metric>),
        typeof(CamelCaseEnum<Verdict>),
    ],
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(ReportDocument))]
internal sealed partial class ReportJsonContext : JsonSerializerContext;
