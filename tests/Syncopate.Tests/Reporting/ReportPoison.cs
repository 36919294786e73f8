using System.Collections.Frozen;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using Syncopate.Reporting;

namespace Syncopate.Tests.Reporting;

/// <summary>Replaces every text in a report, to see what becomes of it on the page.</summary>
internal static class ReportPoison
{
    // Texts that are names for programs; the page shows them in words, or not at all.
    private static readonly FrozenSet<string> Programs =
        FrozenSet.Create("shape", "Code", "Experiment", "Outcome", "Measure", "Id", "UseCase");

    /// <summary>Every text that is not a name for programs becomes the poison; {0} in it becomes a number.</summary>
    public static ReportDocument Spread(ReportDocument document, string poison)
    {
        int number = 0;
        return Replace(
            document, (name, text) => name == "shape"
                ? text
                : poison.Replace("{0}", (number++).ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal));
    }

    /// <summary>Every text that the page must show becomes one of its own; with them, each text by its path in the document.</summary>
    public static (ReportDocument Document, IReadOnlyDictionary<string, string> Canaries) Numbered(ReportDocument document)
    {
        Dictionary<string, string> canaries = [];
        ReportDocument poisoned = Replace(document, (name, text) =>
        {
            if (Programs.Contains(name) || text.Length == 0)
                return text;
            string canary = string.Create(CultureInfo.InvariantCulture, $"c{canaries.Count}y");
            canaries.Add(string.Create(CultureInfo.InvariantCulture, $"{name} {canaries.Count}: {text}"), canary);
            return canary;
        });
        return (poisoned, canaries);
    }

    private static ReportDocument Replace(ReportDocument document, Func<string, string, string> replace)
    {
        JsonNode root = JsonSerializer.SerializeToNode(document) ?? throw new InvalidOperationException("A document became nothing.");
        Walk(root, "", replace);
        return root.Deserialize<ReportDocument>() ?? throw new InvalidOperationException("Nothing became of a document.");
    }

    private static void Walk(JsonNode? node, string name, Func<string, string, string> replace)
    {
        switch (node)
        {
            case JsonObject members:
                foreach (var (key, member) in members.ToList())
                    Walk(member, key, replace);
                break;
            case JsonArray items:
                foreach (JsonNode? item in items.ToList())
                    Walk(item, name, replace);
                break;
            // Written as strings, read back as a time and a number.
            case JsonValue value when value.TryGetValue<string>(out string? text) && name is not ("StartedUtc" or "Seed"):
                value.ReplaceWith(replace(name, text));
                break;
        }
    }
}
