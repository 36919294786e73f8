using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;
using Syncopate.Journaling;

namespace Syncopate.Reporting.Runs;

/// <summary><c>report.json</c>: the report for programs. Its fields are described in docs/report-schema.md.</summary>
internal static class ReportJson
{
    private static readonly ReportJsonContext Context = new(Readable(ReportJsonContext.Default.Options));

    /// <summary>The document as indented JSON; lines end with a line feed, the last one too. The same document gives
    /// the same text.</summary>
    /// <param name="document">The report.</param>
    public static string Write(ReportDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return JsonSerializer.Serialize(document, Context.ReportDocument) + "\n";
    }

    /// <summary>Reads what <see cref="Write"/> wrote, also by another version. The file is data from elsewhere: what it
    /// says may be wrong, but is whole.</summary>
    /// <param name="utf8">A report.json.</param>
    /// <exception cref="FormatException">It is no report of a schema that this version reads; the message says what is
    /// wrong, for the user.</exception>
    public static ReportDocument Read(ReadOnlySpan<byte> utf8) => Read(
        utf8, static json => JsonSerializer.Deserialize(json, Context.ReportDocument), document => document.Schema, ReportBuilder.Schema);

    /// <summary>Letters of all scripts stay readable; what could end a script element or an attribute is escaped, since
    /// reports get pasted into pages.</summary>
    internal static JsonSerializerOptions Readable(JsonSerializerOptions options) => new(options)
    {
        Encoder = JavaScriptEncoder.Create(UnicodeRanges.All),
    };

    /// <summary>Reads a report of either kind.</summary>
    /// <exception cref="FormatException">It is no report of that schema; the message says what is wrong, for the user.</exception>
    internal static T Read<T>(ReadOnlySpan<byte> utf8, Func<ReadOnlySpan<byte>, T?> read, Func<T, int> schemaOf, int schema)
        where T : class
    {
        try
        {
            if (JournalCodec.HasNullElement(utf8))
                throw new FormatException("it has an empty element");
            T report = read(utf8) ?? throw new FormatException("it is empty");
            return schemaOf(report) == schema
                ? report
                : throw new FormatException(
                    FormattableString.Invariant($"it has schema {schemaOf(report)}; this version reads schema {schema}"));
        }
        // Besides its own exception the serializer passes on those of a load shape's constructor, and has its own for a missing type.
        catch (Exception e) when (e is JsonException or ArgumentException or NotSupportedException or InvalidOperationException)
        {
            throw new FormatException(e is JsonException { Path: { } path } ? $"it cannot be read at {path}" : "it is not a report", e);
        }
    }
}
