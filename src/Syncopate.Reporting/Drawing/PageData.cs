using System.Text.Json;
using System.Text.Json.Nodes;

namespace Syncopate.Reporting.Drawing;

/// <summary>The report's own data inside the page, so that they are not locked in a picture.</summary>
internal static class PageData
{
    /// <summary>The JSON as it may stand in a script element: no character of it can close the element.
    /// The single requests, pool samples and rounds are left out: <c>report.json</c> has them, and here they would be
    /// most of the page.</summary>
    /// <exception cref="JsonException">The text is not JSON.</exception>
    public static string Json(string json)
    {
        JsonNode? root = JsonNode.Parse(json);
        if (root is JsonObject document && document["experiments"] is JsonArray experiments)
        {
            foreach (JsonObject experiment in experiments.OfType<JsonObject>())
            {
                experiment.Remove("pictures");
                foreach (JsonObject form in (experiment["forms"] as JsonArray ?? [])
                    .Concat(experiment["profile"] as JsonArray ?? [])
                    .OfType<JsonObject>())
                {
                    form.Remove("eachRound");
                }
            }
        }
        // The default encoder writes <, >, & and every control character as \u escapes.
        return root?.ToJsonString() ?? "null";
    }
}
