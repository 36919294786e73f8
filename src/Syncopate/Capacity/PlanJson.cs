using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Capacity;

/// <summary>A plan as JSON: camelCase names; what is infinite is null.</summary>
public static class PlanJson
{
    private const int Schema = 1;

    private static readonly PlanJsonContext Context = new(new JsonSerializerOptions
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        WriteIndented = true,
        Converters =
        {
            new FiniteOrNull(),
            new JsonStringEnumConverter<WaitStyle>(JsonNamingPolicy.CamelCase),
            new JsonStringEnumConverter<Resource>(JsonNamingPolicy.CamelCase),
        },
    });

    /// <summary>One document.</summary>
    public static string Write(Plan plan) => JsonSerializer.Serialize(new PlanDocument(Schema, plan), Context.PlanDocument);

    /// <summary>JSON has no infinity.</summary>
    private sealed class FiniteOrNull : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options)
        {
            if (double.IsFinite(value))
                writer.WriteNumberValue(value);
            else
                writer.WriteNullValue();
        }
    }
}
