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
        if (Frameworks(all, shared: true) is not { Count: > 0 } frameworks)
            return null;
        foreach (JsonObject framework in frameworks)
        {
            framework["version"] = version(
                framework["name"]?.GetValue<string>() ?? Base, framework["version"]?.GetValue<string>() ?? "0");
        }

        return all.ToJsonString();
    }

    /// <summary>The version of .NET that a program was built for, such as "10.0.0"; null when its settings do not say it.</summary>
    public static string? BuiltFor(string settings)
    {
        JsonNode? all = JsonNode.Parse(settings);
        return Frameworks(all, shared: true).Concat(Frameworks(all, shared: false)).FirstOrDefault()?["version"]?.GetValue<string>();
    }

    /// <summary>True for a program that brings its own runtime.</summary>
    public static bool IsSelfContained(string settings) => Frameworks(JsonNode.Parse(settings), shared: false).Count > 0;

    private static List<JsonObject> Frameworks(JsonNode? settings, bool shared)
    {
        if (settings?["runtimeOptions"] is not JsonObject options)
            return [];
        if (!shared)
            return [.. (options["includedFrameworks"] as JsonArray ?? []).OfType<JsonObject>()];
        return options["framework"] is JsonObject only
            ? [only]
            : [.. (options["frameworks"] as JsonArray ?? []).OfType<JsonObject>()];
    }
}
