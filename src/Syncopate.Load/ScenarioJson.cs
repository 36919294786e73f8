using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Load;

/// <summary>Reads scenario files without reflection. A name that is not known is an error: it is a slip of the pen, and would be a step that does something else than was meant.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true)]
[JsonSerializable(typeof(ScenarioFile))]
internal sealed partial class ScenarioJson : JsonSerializerContext;
