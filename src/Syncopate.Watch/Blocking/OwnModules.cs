using System.Text.Json;

namespace Syncopate.Watch.Blocking;

/// <summary>Which assemblies are the application's own: neither the framework's nor a package's. The list that the build leaves beside every application (*.deps.json) says so;
/// without one, the folder and the name.</summary>
internal sealed class OwnModules
{
    private readonly Dictionary<string, bool> _own = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyDictionary<string, bool>> _listed = new(StringComparer.Ordinal);

    /// <summary>True for an assembly of the application itself.</summary>
    /// <param name="path">Its file; empty for code made while the program runs, which is nobody's.</param>
    public bool IsOwn(string path)
    {
        if (!_own.TryGetValue(path, out bool own))
            _own[path] = own = !IsFramework(path) && IsListed(path);
        return own;
    }

    /// <summary>True for an assembly of the shared framework (dotnet/shared/Microsoft.NETCore.App/10.0.0/System.Private.CoreLib.dll), and for code without a file.</summary>
    public static bool IsFramework(string path) => path.Length == 0 || path.Replace('\\', '/').Contains("/shared/Microsoft.", StringComparison.Ordinal);

    private bool IsListed(string path)
    {
        string folder = Path.GetDirectoryName(path) ?? "";
        if (!_listed.TryGetValue(folder, out IReadOnlyDictionary<string, bool>? listed))
            _listed[folder] = listed = Read(folder);
        string name = Path.GetFileName(path);
        return listed.TryGetValue(name, out bool own)
            ? own
            : !name.StartsWith("System.", StringComparison.Ordinal) && !name.StartsWith("Microsoft.", StringComparison.Ordinal);
    }

    private static Dictionary<string, bool> Read(string folder)
    {
        Dictionary<string, bool> own = new(StringComparer.Ordinal);
        try
        {
            foreach (string file in Directory.EnumerateFiles(folder, "*.deps.json"))
                Read(File.ReadAllBytes(file), own);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or JsonException or InvalidOperationException or KeyNotFoundException)
        {
            // Not to be read from here, or not such a list: the names decide.
        }

        return own;
    }

    // targets: { runtime: { "Npgsql/10.0.0": { runtime: { "lib/net10.0/Npgsql.dll": {} } } } }, libraries: { "Npgsql/10.0.0": { type: "package" } }
    private static void Read(byte[] dependencies, Dictionary<string, bool> own)
    {
        using JsonDocument document = JsonDocument.Parse(dependencies);
        JsonElement libraries = document.RootElement.GetProperty("libraries");
        foreach (JsonProperty library in document.RootElement.GetProperty("targets").EnumerateObject().SelectMany(target => target.Value.EnumerateObject()))
        {
            if (!library.Value.TryGetProperty("runtime", out JsonElement files))
                continue;
            bool isProject = libraries.GetProperty(library.Name).GetProperty("type").GetString() == "project";
            foreach (JsonProperty file in files.EnumerateObject())
                own[Path.GetFileName(file.Name)] = isProject;
        }
    }
}
