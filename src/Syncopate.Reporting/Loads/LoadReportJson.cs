using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Syncopate.Reporting.Runs;
using Syncopate.Texts;

namespace Syncopate.Reporting.Loads;

/// <summary><c>report.json</c> of a load. Its fields are described in docs/load-command.md.</summary>
internal static class LoadReportJson
{
    private static readonly LoadReportJsonContext Context = new(ReportJson.Readable(LoadReportJsonContext.Default.Options));

    private const string Figures = "figures";
    private const string Target = "target";

    /// <summary>The report as indented JSON; lines end with a line feed, the last one too. The figures that every form
    /// has stand at the top level.</summary>
    public static string Write(LoadReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        JsonObject flat = [];
        foreach (var (name, value) in Object(report, Context.LoadReport).ToList())
        {
            if (name == Figures)
                Move(Object(report.Figures, Context.FormReport), flat);
            else
                flat[name] = value?.DeepClone();
        }

        return flat.ToJsonString(Context.Options) + "\n";
    }

    /// <summary>True when a report.json is that of a load. Says nothing about whether it can be read.</summary>
    /// <param name="utf8">A report.json.</param>
    public static bool Is(ReadOnlySpan<byte> utf8)
    {
        Utf8JsonReader reader = new(utf8);
        try
        {
            while (reader.Read())
            {
                if (reader is { CurrentDepth: 1, TokenType: JsonTokenType.PropertyName } && reader.ValueTextEquals(Target))
                    return true;
            }
        }
        catch (JsonException)
        {
            // Whoever reads it says what is wrong with it.
        }

        return false;
    }

    /// <summary>Reads what <see cref="Write"/> wrote, also by another version. The file is data from elsewhere: what it
    /// says may be wrong, but is whole.</summary>
    /// <param name="utf8">A report.json of a load.</param>
    /// <exception cref="FormatException">It is no report of a schema that this version reads; the message says what is
    /// wrong, for the user.</exception>
    public static LoadReport Read(ReadOnlySpan<byte> utf8) =>
        ReportJson.Read(
            utf8,
            static json => Flat(json),
            report => report.Schema,
            LoadReportBuilder.Schema);

    /// <summary>What cannot be read is reported by its place in the file.</summary>
    private static LoadReport? Flat(ReadOnlySpan<byte> json)
    {
        const string Moved = "$." + Figures;
        try
        {
            return JsonSerializer.Deserialize(Nested(JsonNode.Parse(json)), Context.LoadReport);
        }
        catch (JsonException e) when (e.Path?.StartsWith(Moved, StringComparison.Ordinal) == true)
        {
            throw new JsonException(e.Message, "$" + e.Path[Moved.Length..], e.LineNumber, e.BytePositionInLine, e);
        }
    }

    /// <summary>The figures of a form where <see cref="LoadReport"/> has them.</summary>
    private static JsonNode? Nested(JsonNode? report)
    {
        if (report is not JsonObject members)
            return report;
        JsonObject figures = [];
        foreach (string name in Context.FormReport.Properties.Select(p => p.Name).Where(members.ContainsKey))
        {
            JsonNode? value = members[name];
            members.Remove(name);
            figures[name] = value;
        }

        members[Figures] = figures;
        return members;
    }

    // A record is never null in JSON.
    private static JsonObject Object<T>(T value, JsonTypeInfo<T> type) => JsonSerializer.SerializeToNode(value, type)!.AsObject();

    private static void Move(JsonObject members, JsonObject into)
    {
        foreach (var (name, value) in members)
            into[name] = value?.DeepClone();
    }
}

/// <summary>How the report of a load looks as JSON: camelCase names, and enums by name.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters =
    [
        typeof(CamelCaseEnum<Form>),
        typeof(CamelCaseEnum<Metric>),
        typeof(CamelCaseEnum<Verdict>),
    ],
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(LoadReport))]
internal sealed partial class LoadReportJsonContext : JsonSerializerContext;
