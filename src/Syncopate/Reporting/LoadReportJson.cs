using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using System.Text.Unicode;

namespace Syncopate.Reporting;

/// <summary><c>report.json</c> of a load. Its fields are described in docs/load-command.md.</summary>
public static class LoadReportJson
{
    private const string Figures = "figures";

    private static readonly ReportJsonContext Context = new(new JsonSerializerOptions(ReportJsonContext.Default.Options)
    {
        Encoder = JavaScriptEncoder.Create(UnicodeRanges.All), // As in ReportJson: readable letters, and nothing that could end an element of a page.
    });

    /// <summary>The report as indented JSON; lines end with a line feed, the last one too. The figures that every form has stand at the top level.</summary>
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

    private static JsonObject Object<T>(T value, JsonTypeInfo<T> type) => JsonSerializer.SerializeToNode(value, type)!.AsObject(); // A record is never null in JSON.

    private static void Move(JsonObject members, JsonObject into)
    {
        foreach (var (name, value) in members)
            into[name] = value?.DeepClone();
    }
}
