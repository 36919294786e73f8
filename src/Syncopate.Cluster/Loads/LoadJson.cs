using System.Text.Json.Serialization;

namespace Syncopate.Cluster.Loads;

/// <summary>What agents and conductor send each other about a load.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 32)]
[JsonSerializable(typeof(LoadOrder))]
[JsonSerializable(typeof(AgentInterval))]
[JsonSerializable(typeof(AgentSummary))]
internal sealed partial class LoadJson : JsonSerializerContext;
