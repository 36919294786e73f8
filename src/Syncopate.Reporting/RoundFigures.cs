using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Reporting;

/// <summary>Writes the figures of the rounds with one line a metric: indented like the rest they would be most of the file's lines.</summary>
internal sealed class RoundFigures : JsonConverter<IReadOnlyDictionary<Metric, IReadOnlyList<double>>>
{
    public override IReadOnlyDictionary<Metric, IReadOnlyList<double>> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var figures = new Dictionary<Metric, IReadOnlyList<double>>();
        if (reader.TokenType != JsonTokenType.StartObject) throw new JsonException();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = reader.GetString();
            reader.Read();
            var values = Values(ref reader);
            // A metric of a later version is passed over, as every unknown field is.
            foreach (var metric in Enum.GetValues<Metric>().Where(m => JsonNamingPolicy.CamelCase.ConvertName(m.ToString()) == name)) figures[metric] = values;
        }

        return figures;
    }

    public override void Write(Utf8JsonWriter writer, IReadOnlyDictionary<Metric, IReadOnlyList<double>> value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach (var (metric, values) in value.OrderBy(f => f.Key))
        {
            writer.WritePropertyName(JsonNamingPolicy.CamelCase.ConvertName(metric.ToString()));
            writer.WriteRawValue($"[{string.Join(", ", values.Select(v => v.ToString("R", CultureInfo.InvariantCulture)))}]");
        }

        writer.WriteEndObject();
    }

    private static List<double> Values(ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartArray) throw new JsonException();
        List<double> values = [];
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (reader.TokenType != JsonTokenType.Number) throw new JsonException();
            values.Add(reader.GetDouble());
        }

        return values;
    }
}
