using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Syncopate.Cluster;

/// <summary>What agents and conductor send each other, as JSON. A field that this version does not know is passed over: who may work
/// together is decided by the version of the tool.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 32)]
[JsonSerializable(typeof(AgentCard))]
[JsonSerializable(typeof(ClockReading))]
[JsonSerializable(typeof(IReadOnlyList<AgentSight>), TypeInfoPropertyName = "AgentSights")]
internal sealed partial class ClusterJson : JsonSerializerContext
{
    /// <summary>Reads what another process wrote.</summary>
    /// <exception cref="ClusterException">It is something else.</exception>
    public static T Read<T>(string text, JsonTypeInfo<T> type)
    {
        try
        {
            return JsonSerializer.Deserialize(text, type) ?? throw new JsonException("null");
        }
        catch (Exception e) when (e is JsonException or ArgumentException or NotSupportedException)
        {
            throw Unreadable<T>();
        }
    }

    /// <summary>What is said of something that another process wrote and nobody can read.</summary>
    public static ClusterException Unreadable<T>() =>
        new($"What another process wrote as {typeof(T).Name} cannot be read. Use one version of the tool on all machines.");
}
