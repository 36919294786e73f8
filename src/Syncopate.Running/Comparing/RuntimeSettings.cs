using System.Text.Json.Nodes;

namespace Syncopate.Running.Comparing;

/// <summary>The settings by which a program finds its frameworks (<c>NAME.runtimeconfig.json</c>), for one version of .NET.</summary>
internal static class RuntimeSettings
{
    /// <summary>.NET itself, which every program has.</summary>
    public const string Base = "Microsoft.NETCore.App";

    /// <summary>The words by which a program runs on the frameworks that settings name, and on no others; its path follows.</summary>
    public static IReadOnlyList<string> Words(string pinnedPath) => ["exec", "--runtimeconfig", pinnedPath, "--roll-forward", "Disable"];

    /// <summary>Names a version of each framework, whatever the program was built for.</summary>
    /// <param name="settings">What the build wrote.</param>
    /// <param name="version">The version to take of a framework, from its name and the version that it was built for.</param>
    /// <returns>The settings; null for a program that brings its own runtime.</returns>
    public static string? Pinned(string settings, Func<string, string, string> version)
    {
        JsonNode all = JsonNode.Parse(settings) ?? new JsonObject();
        if (all["runtimeOptions"] is not JsonObject options || Asked(options) is not { Count: > 0 } frameworks)
            return null;
        foreach (JsonObject framework in frameworks)
        {
            framework["version"] = version(
                framework["name"]?.GetValue<string>() ?? Base, framework["version"]?.GetValue<string>() ?? "0");
        }

        return all.ToJsonString();
    }

    private static List<JsonObject> Asked(JsonObject options) =>
        options["framework"] is JsonObject only ? [only] : [.. (options["frameworks"] as JsonArray ?? []).OfType<JsonObject>()];
}
