using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Texts;

/// <summary>Writes an enum as its name in camelCase, and reads nothing else: a number would survive a reordered enum
/// with another meaning.</summary>
internal sealed class CamelCaseEnum<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where T : struct, Enum;
