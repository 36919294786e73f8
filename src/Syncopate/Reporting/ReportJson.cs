using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace Syncopate.Reporting;

/// <summary><c>report.json</c>: the report for programs. Its fields are described in docs/report-schema.md.</summary>
public static class ReportJson
{
    /// <summary>Letters of all scripts stay readable; what could end a script element or an attribute is escaped, since reports get pasted into pages.</summary>
    private static readonly ReportJsonContext Context = new(new JsonSerializerOptions(ReportJsonContext.Default.Options)
    {
        Encoder = JavaScriptEncoder.Create(UnicodeRanges.All),
    });

    /// <summary>The document as indented JSON; lines end with a line feed, the last one too. The same document gives the same text.</summary>
    /// <param name="document">The report.</param>
    public static string Write(ReportDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return JsonSerializer.Serialize(document, Context.ReportDocument) + "\n";
    }
}
