using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Planning;

/// <summary>How a scenario is read: camelCase names, and no others, so that a mistyped one is told.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true)]
[JsonSerializable(typeof(PlanFile))]
internal sealed partial class PlanFileContext : JsonSerializerContext;
