using System.Text.Encodings.Web;
using System.Text.Json;

namespace Syncopate.Journaling;

/// <summary>Records to JSON and back. Doubles have the shortest form that gives the same bits, instants are ISO 8601,
/// and the seed is a string because JavaScript's numbers are exact only up to 2^53.</summary>
internal static class JournalCodec
{
    // The strict encoder would write each "+" of a Base64 histogram as six characters. No journal is ever pasted into a page.
    private static readonly JournalJson Relaxed = new(
        new JsonSerializerOptions(JournalJson.Default.Options)
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        });

    /// <summary>A record in one line of UTF-8.</summary>
    /// <exception cref="ArgumentException">A figure is not finite.</exception>
    public static byte[] Write(JournalRecord record) => JsonSerializer.SerializeToUtf8Bytes(record, Relaxed.JournalRecord);

    /// <summary>The record; or null and, in words, why there is none.</summary>
    public static JournalRecord? Read(ReadOnlySpan<byte> json, out string problem)
    {
        problem = "";
        try
        {
            if (!HasNullElement(json))
                return JsonSerializer.Deserialize(json, Relaxed.JournalRecord);
            problem = "has an empty element";
        }
        // Besides its own exception the serializer passes on those of a load shape's constructor, and has its own for a
        // missing type and for malformed text.
        catch (Exception e) when (e is JsonException or ArgumentException or NotSupportedException or InvalidOperationException)
        {
            problem =
                e is JsonException { Path: { } path } ? $"cannot be read at {Printable(path)}" : $"cannot be read ({e.GetType().Name})";
        }

        return null;
    }

    /// <summary>Type and schema of a record that cannot be read otherwise; empty when not even they can be read.</summary>
    public static JournalRecordName ReadName(ReadOnlySpan<byte> json)
    {
        try
        {
            return JsonSerializer.Deserialize(json, Relaxed.JournalRecordName) ?? JournalRecordName.None;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return JournalRecordName.None;
        }
    }

    /// <summary>Whether a record calls itself by a name of this version.</summary>
    public static bool Knows(JournalRecordName name) =>
        // Not null: the attributes of the record name its kinds.
        Relaxed.JournalRecord.PolymorphismOptions!.DerivedTypes.Any(
            t => t.TypeDiscriminator is string type && type == name.Type);

    /// <summary>At most 60 characters of a text out of a file, none of which can move a terminal's cursor or end a line.</summary>
    public static string Printable(string text) =>
        JsonEncodedText.Encode(text).ToString() is var plain && plain.Length > 60 ? plain[..60] : plain;

    /// <summary>The serializer checks every property for null, but not the elements of lists.</summary>
    internal static bool HasNullElement(ReadOnlySpan<byte> json)
    {
        Utf8JsonReader reader = new(json);
        for (JsonTokenType previous = JsonTokenType.None; reader.Read(); previous = reader.TokenType)
        {
            if (reader.TokenType == JsonTokenType.Null && previous != JsonTokenType.PropertyName)
                return true;
        }

        return false;
    }
}
