using System.Text.Json;

namespace Syncopate.Load;

/// <summary>The file form of a <see cref="LoadScenario"/>.</summary>
internal sealed record ScenarioFile(IReadOnlyList<ScenarioFile.Step?>? Steps)
{
    public static LoadScenario Read(string json)
    {
        try
        {
            ScenarioFile? file = JsonSerializer.Deserialize(json, ScenarioJson.Default.ScenarioFile);
            return new LoadScenario([.. (file?.Steps ?? []).Select(ToStep)]);
        }
        catch (JsonException e)
        {
            throw new FormatException($"Cannot read the scenario at {e.Path ?? "$"}, line {e.LineNumber + 1}: {e.InnerException?.Message ?? e.Message}", e);
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
        return new LoadStep(path)
        {
            Name = step.Name ?? path,
            Method = step.Method ?? (step.Body is null ? "GET" : "POST"),
            Headers = [.. step.Headers ?? [], .. ContentType(step)],
            Body = step.Body is { } body ? Text(body) : "",
            Takes = [.. (step.Take ?? []).Select(take => ToValue(take.Key, take.Value))],
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
        step.Body is { ValueKind: not JsonValueKind.String } && step.Headers?.Keys.Contains("Content-Type", StringComparer.OrdinalIgnoreCase) != true
            ? [new("Content-Type", "application/json")]
            : [];

    private static TakenValue ToValue(string name, Take take) => take switch
    {
        { Json: { } pointer, Regex: null, Header: null } => TakenValue.FromJson(name, pointer),
        { Json: null, Regex: { } pattern, Header: null } => TakenValue.FromText(name, pattern),
        { Json: null, Regex: null, Header: { } header } => TakenValue.FromHeader(name, header),
        _ => throw new ArgumentException($"\"{name}\" is taken from one of \"json\", \"regex\" and \"header\"."),
    };

    internal sealed record Step(string? Name, string? Method, string? Path, Dictionary<string, string>? Headers, JsonElement? Body, Dictionary<string, Take>? Take);

    internal sealed record Take(string? Json, string? Regex, string? Header);
}
