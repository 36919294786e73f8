using System.Text.Json.Serialization;

namespace Syncopate.Cluster.Agents;

/// <summary>What lies on the disk of an agent.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 32)]
[JsonSerializable(typeof(SpooledInterval))]
internal sealed partial class SpoolJson : JsonSerializerContext;
