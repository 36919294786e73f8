using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Planning;

/// <summary>A length of time as a number of seconds, for a key that states the unit.</summary>
internal sealed class SecondsInJson : JsonConverter<TimeSpan>
{
    public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        TimeSpan.FromSeconds(reader.GetDouble());

    public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(value.TotalSeconds);
}
