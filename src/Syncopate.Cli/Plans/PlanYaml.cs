using System.Globalization;
using System.Text;
using System.Text.Json;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Syncopate.Cli.Plans;

/// <summary>A scenario written as YAML, as the JSON that it stands for: mappings, lists and plain values, without
/// anchors, tags and further documents.</summary>
internal static class PlanYaml
{
    private const int LongestCharacters = 1_000_000;
    private const int DeepestLevel = 8;

    /// <exception cref="ArgumentException">It is no YAML, or more than that; the message says where.</exception>
    public static string ToJson(string yaml)
    {
        if (yaml.Length > LongestCharacters)
            throw new ArgumentException($"A scenario has at most {LongestCharacters:N0} characters.", nameof(yaml));
        using MemoryStream json = new();
        try
        {
            using Utf8JsonWriter writer = new(json);
            Parser parser = new(new StringReader(yaml));
            // For each level that is open: true while the next value of a mapping is its key; null in a list.
            Stack<bool?> levels = new();
            int documents = 0;
            while (parser.MoveNext())
            {
                ParsingEvent current = parser.Current
                    ?? throw new ArgumentException("The scenario ends before it is complete.", nameof(yaml));
                documents += current is DocumentStart ? 1 : 0;
                if (documents > 1
                    || current is AnchorAlias
                    || current is NodeEvent { Anchor.IsEmpty: false } or NodeEvent { Tag.IsEmpty: false })
                {
                    throw At(current.Start, "a scenario has one document without anchors and tags");
                }

                Write(current, writer, levels);
            }

            writer.Flush();
        }
        catch (YamlException e)
        {
            throw At(e.Start, e.Message.TrimEnd('.'));
        }
        catch (InvalidOperationException e)
        {
            // Its parser loses its way, and does not say where.
            throw new ArgumentException("The scenario is not valid YAML.", nameof(yaml), e);
        }

        return json.Length == 0 ? "null" : Encoding.UTF8.GetString(json.GetBuffer(), 0, (int)json.Length);
    }

    private static void Write(ParsingEvent current, Utf8JsonWriter writer, Stack<bool?> levels)
    {
        bool isKey = levels.TryPeek(out bool? expects) && expects == true;
        switch (current)
        {
            case Scalar { Value: var name } when isKey:
                Turn(levels);
                writer.WritePropertyName(name);
                break;
            case NodeEvent when isKey:
                throw At(current.Start, "a key must be a word, not a list or a mapping");
            case Scalar scalar:
                Turn(levels);
                WriteValue(scalar, writer);
                break;
            case MappingStart or SequenceStart when levels.Count == DeepestLevel:
                throw At(current.Start, "it is nested too deeply for a scenario");
            case MappingStart:
                Turn(levels);
                levels.Push(true);
                writer.WriteStartObject();
                break;
            case SequenceStart:
                Turn(levels);
                levels.Push(null);
                writer.WriteStartArray();
                break;
            case MappingEnd:
                levels.Pop();
                writer.WriteEndObject();
                break;
            case SequenceEnd:
                levels.Pop();
                writer.WriteEndArray();
                break;
        }
    }

    /// <summary>In a mapping a key follows a value, and a value a key.</summary>
    private static void Turn(Stack<bool?> levels)
    {
        if (levels.TryPeek(out bool? expectsKey) && expectsKey is not null)
        {
            levels.Pop();
            levels.Push(!expectsKey);
        }
    }

    /// <summary>What is not in quotes may be a number or nothing; the scenario has no value that is true or false.</summary>
    private static void WriteValue(Scalar scalar, Utf8JsonWriter writer)
    {
        if (scalar is { Style: ScalarStyle.Plain, Value: "" or "~" or "null" })
        {
            writer.WriteNullValue();
        }
        else if (scalar.Style == ScalarStyle.Plain
            && double.TryParse(scalar.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out double number)
            && double.IsFinite(number))
        {
            writer.WriteNumberValue(number);
        }
        else
        {
            writer.WriteStringValue(scalar.Value);
        }
    }

    private static ArgumentException At(Mark place, string what) =>
        new(string.Create(CultureInfo.InvariantCulture, $"The scenario cannot be read at line {place.Line}: {what}."));
}
