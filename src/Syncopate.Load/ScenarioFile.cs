using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Load;

/// <summary>The file form of a <see cref="LoadScenario"/>.</summary>
internal sealed record ScenarioFile(IReadOnlyList<ScenarioFile.Step?>? Steps)
{
    public static LoadScenario Read(string json)
    {
        try
        {
            ScenarioFile? file = JsonSerializer.Deserialize(json, ScenarioJson.Default.ScenarioFile);
            return new LoadScenario([.. (file?.Steps ?? []).Select(ToStep)]) { Source = json };
        }
        catch (JsonException e)
        {
            throw new FormatException(
                $"Cannot read the scenario at {e.Path}, line {e.LineNumber + 1}: {e.InnerException?.Message ?? e.Message}", e);
        }
        catch (ArgumentException e)
        {
            throw new FormatException($"Cannot use the scenario: {e.Message.Split(" (Parameter", 2)[0]}", e);
        }
    }

    private static LoadStep ToStep(Step? step, int index)
    {
        string path = step?.Path ?? throw new ArgumentException($"step {index + 1} has no \"path\".");
        if (step.Headers?.FirstOrDefault(header => header.Value is null).Key is { } empty)
            throw new ArgumentException($"the header \"{empty}\" of step {index + 1} has no value.");
        return new LoadStep(LoadRequest.Escape(path))
        {
            Name = step.Name ?? path,
            Method = step.Method ?? (step.Body is null ? "GET" : "POST"),
            Headers = [.. step.Headers ?? [], .. ContentType(step)],
            Body = step.Body is { } body ? Text(body) : "",
            Expected = step.Expect is { } statuses ? ExpectedStatuses.Of(statuses) : ExpectedStatuses.Success,
            ExtractedValues = [.. (step.Take ?? []).Select(take => ToValue(take.Key, take.Value))],
        };
    }

    private static string Text(JsonElement body)
    {
        try
        {
            return body.ValueKind == JsonValueKind.String ? body.GetString()! : body.GetRawText(); // Not null: a string.
        }
        catch (InvalidOperationException e)
        {
            throw new ArgumentException("a \"body\" has half a character.", e);
        }
    }

    // JSON says what it is, unless the file does.
    private static IEnumerable<KeyValuePair<string, string>> ContentType(Step step) =>
        step.Body is { ValueKind: not JsonValueKind.String }
            && step.Headers?.Keys.Contains("Content-Type", StringComparer.OrdinalIgnoreCase) != true
            ? [new("Content-Type", "application/json")]
            : [];

    private static ExtractedValue ToValue(string name, Take take) => take switch
    {
        { Json: { } pointer, Regex: null, Header: null, Cookie: null } => ExtractedValue.FromJson(name, pointer),
        { Json: null, Regex: { } pattern, Header: null, Cookie: null } => ExtractedValue.FromText(name, pattern),
        { Json: null, Regex: null, Header: { } header, Cookie: null } => ExtractedValue.FromHeader(name, header),
        { Json: null, Regex: null, Header: null, Cookie: { } cookie } => ExtractedValue.FromCookie(name, cookie),
        _ => throw new ArgumentException($"\"{name}\" must have exactly one of \"json\", \"regex\", \"header\" and \"cookie\"."),
    };

    internal sealed record Step(
        string? Name, string? Method, string? Path, Dictionary<string, string>? Headers, JsonElement? Body,
        Dictionary<string, Take>? Take, [property: JsonConverter(typeof(OneOrMore))] int[]? Expect);

    internal sealed record Take(string? Json, string? Regex, string? Header, string? Cookie);

    /// <summary>A number, or a list of them.</summary>
    internal sealed class OneOrMore : JsonConverter<int[]>
    {
        public override int[] Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            if (reader.TokenType == JsonTokenType.Number)
                return [reader.GetInt32()];
            if (reader.TokenType != JsonTokenType.StartArray)
                throw new JsonException("\"expect\" is a status, such as 302, or a list of them.");
            List<int> numbers = [];
            while (reader.Read() && reader.TokenType == JsonTokenType.Number)
                numbers.Add(reader.GetInt32());
            return reader.TokenType == JsonTokenType.EndArray
                ? [.. numbers]
                : throw new JsonException("\"expect\" is a status, such as 302, or a list of them.");
        }

        public override void Write(Utf8JsonWriter writer, int[] value, JsonSerializerOptions options) =>
            throw new NotSupportedException("Scenarios are read, never written.");
    }
}

/// <summary>Reads scenario files without reflection. A name that is not known is an error: it is a slip of the pen, and
/// would be a step that does something else than was meant.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true)]
[JsonSerializable(typeof(ScenarioFile))]
internal sealed partial class ScenarioJson : JsonSerializerContext;
