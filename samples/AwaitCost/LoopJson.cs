using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Mvc;

namespace AwaitCost;

/// <summary>Writes answers without reflection.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(LoopTimes))]
[JsonSerializable(typeof(ProblemDetails))]
internal sealed partial class LoopJson : JsonSerializerContext;
