using System.Text.Json.Serialization;

namespace Syncopate.Reporting.Loads;

/// <summary>How the report of a load looks as JSON: camelCase names, and enums by name.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [typeof(CamelCaseEnum<Form>), typeof(CamelCaseEnum<Metric>), typeof(CamelCaseEnum<UseCase>), typeof(CamelCaseEnum<Verdict>)],
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(LoadReport))]
internal sealed partial class LoadReportJsonContext : JsonSerializerContext;
