using System.Text.Json.Serialization;

namespace SampleSite.External;

/// <summary>Reads the schedule service's answers without reflection.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(List<Programme>))]
internal sealed partial class ExternalJson : JsonSerializerContext;
