using System.Text.Json;
using Syncopate.Runtimes;

namespace Syncopate.Running.Machines;

/// <summary>The assemblies of a program compiled with it, distinguished from those of packages by its <c>.deps.json</c>.</summary>
internal static class OwnAssemblies
{
    private const string Libraries = ".deps.json";

    /// <summary>Their async methods; null when the program is no file that can be read, as one within a single file.</summary>
    public static AsyncMethodCount? CountAsyncMethods(string programPath)
    {
        if (!File.Exists(programPath))
            return null;
        try
        {
            return Of(programPath).Select(AsyncMethodReader.OfFile).Aggregate(default(AsyncMethodCount), (sum, one) => sum + one);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    private static IEnumerable<string> Of(string programPath)
    {
        string folder = Path.GetDirectoryName(programPath) ?? "";
        string libraries = Path.ChangeExtension(programPath, null) + Libraries;
        if (!File.Exists(libraries))
            return [programPath];
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(libraries));
        HashSet<string> projects = new(StringComparer.Ordinal);
        if (document.RootElement.TryGetProperty("libraries", out JsonElement all))
        {
            foreach (JsonProperty library in all.EnumerateObject())
            {
                if (library.Value.TryGetProperty("type", out JsonElement type) && type.GetString() == "project")
                    projects.Add(library.Name);
            }
        }

        return [.. Files(document.RootElement, projects).Append(Path.GetFileName(programPath)).Distinct(StringComparer.Ordinal)
            .Select(name => Path.Combine(folder, name)).Where(File.Exists)];
    }

    private static IEnumerable<string> Files(JsonElement root, HashSet<string> projects)
    {
        if (!root.TryGetProperty("targets", out JsonElement targets))
            yield break;
        foreach (JsonProperty target in targets.EnumerateObject())
        {
            foreach (JsonProperty library in target.Value.EnumerateObject().Where(l => projects.Contains(l.Name)))
            {
                if (!library.Value.TryGetProperty("runtime", out JsonElement files))
                    continue;
                foreach (JsonProperty file in files.EnumerateObject())
                    yield return Path.GetFileName(file.Name);
            }
        }
    }
}
