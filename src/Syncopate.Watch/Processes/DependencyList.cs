using System.Text.Json;
using Syncopate.Journaling;

namespace Syncopate.Watch.Processes;

/// <summary>What the list of an application's dependencies (*.deps.json) says of its assemblies. A program that brings
/// its own runtime names that in it too.</summary>
internal sealed class DependencyList
{
    private const string RuntimePack = "runtimepack.Microsoft.NETCore.App.Runtime.";

    // A program stands beside few files that could be one: not to read a folder of data from end to end.
    private const int MostPrograms = 8;

    private static readonly string[] NoPrograms = [".dll", ".pdb", ".so", ".json", ".xml", ".db", ".log", ".txt", ".zip", ".gz"];

    private readonly Dictionary<string, FrameOrigin> _origins = new(StringComparer.Ordinal);

    private DependencyList()
    {
    }

    /// <summary>Version of the runtime that the program brings; null when it brings none.</summary>
    public string? Runtime { get; private set; }

    /// <summary>The lists in a folder: files of their own, or within the single files there.</summary>
    /// <param name="folder">Where the program is; may be one that cannot be read, which holds no list.</param>
    public static DependencyList Of(string folder)
    {
        DependencyList list = new();
        try
        {
            string[] files = [.. Directory.GetFiles(folder, "*.deps.json").Where(RegularFile.Is)];
            foreach (byte[] json in files.Length > 0
                ? files.Select(File.ReadAllBytes)
                : Programs(folder).Select(SingleFile.Dependencies).OfType<byte[]>())
            {
                list.Read(json);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or JsonException
            or InvalidOperationException or KeyNotFoundException)
        {
            // Not to be read from here, or not such a list: the names decide.
        }

        return list;
    }

    /// <summary>The list within a single file; an empty one for any other file.</summary>
    public static DependencyList OfSingleFile(string file)
    {
        DependencyList list = new();
        try
        {
            if (SingleFile.Dependencies(file) is { } json)
                list.Read(json);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or JsonException
            or InvalidOperationException or KeyNotFoundException)
        {
            // As above.
        }

        return list;
    }

    /// <summary>Whose an assembly is, by its file's name; null for one that is not listed.</summary>
    public FrameOrigin? Origin(string name) => _origins.TryGetValue(name, out FrameOrigin origin) ? origin : null;

    private static IEnumerable<string> Programs(string folder) =>
        Directory.GetFiles(folder)
            .Where(file => !NoPrograms.Contains(Path.GetExtension(file)) && new FileInfo(file).Length >= SingleFile.LeastBytes)
            .Take(MostPrograms);

    // targets: { runtime: { "Npgsql/10.0.0": { runtime: { "lib/net10.0/Npgsql.dll": {} } } } },
    // libraries: { "Npgsql/10.0.0": { type: "package" } }
    private void Read(byte[] dependencies)
    {
        using JsonDocument document = JsonDocument.Parse(dependencies);
        JsonElement libraries = document.RootElement.GetProperty("libraries");
        foreach (JsonProperty library in document.RootElement.GetProperty("targets")
            .EnumerateObject()
            .SelectMany(target => target.Value.EnumerateObject()))
        {
            string? type = libraries.GetProperty(library.Name).GetProperty("type").GetString();
            if (library.Name.StartsWith(RuntimePack, StringComparison.Ordinal))
                Runtime = library.Name[(library.Name.LastIndexOf('/') + 1)..];
            if (!library.Value.TryGetProperty("runtime", out JsonElement files))
                continue;
            foreach (JsonProperty file in files.EnumerateObject())
            {
                _origins[file.Name[(file.Name.LastIndexOf('/') + 1)..]] = type switch
                {
                    "project" => FrameOrigin.Own,
                    "runtimepack" => FrameOrigin.Framework,
                    _ => FrameOrigin.Package,
                };
            }
        }
    }
}
