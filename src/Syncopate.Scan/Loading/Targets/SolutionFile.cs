using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Syncopate.Scan.Loading.Targets;

/// <summary>The projects that a solution lists.</summary>
/// <param name="Path">Of the solution; of the one behind it for a filter.</param>
/// <param name="Projects">Full paths of all projects it names, of any language.</param>
internal sealed partial record SolutionFile(string Path, IReadOnlyList<string> Projects)
{
    /// <summary>Endings of the files that list projects.</summary>
    public static readonly string[] Endings = [".sln", ".slnx", ".slnf"];

    /// <summary>Those it names of C#.</summary>
    public IEnumerable<string> CSharpProjects => Projects.Where(IsCSharp);

    /// <summary>True for a project of C#.</summary>
    public static bool IsCSharp(string path) => path.EndsWith(".csproj", StringComparison.OrdinalIgnoreCase);

    /// <summary>Reads one.</summary>
    /// <exception cref="ScanFailedException">It cannot be read or is none.</exception>
    public static SolutionFile Read(string path)
    {
        try
        {
            return System.IO.Path.GetExtension(path).ToUpperInvariant() switch
            {
                ".SLNX" => new SolutionFile(path, Full(path, ReadXml(path))),
                ".SLNF" => ReadFilter(path),
                _ => new SolutionFile(path, Full(path, ReadLines(path))),
            };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or XmlException or JsonException
            or KeyNotFoundException or InvalidOperationException)
        {
            throw new ScanFailedException(
                $"Cannot read the solution '{path}': {e.Message.TrimEnd('.')}. Fix it, or give its folder or one of its projects.");
        }
    }

    private static IEnumerable<string> ReadLines(string path) => File.ReadLines(path)
        .Select(line => ProjectLine().Match(line))
        .Where(match => match.Success)
        .Select(match => match.Groups["path"].Value)
        .Where(found => found.EndsWith("proj", StringComparison.OrdinalIgnoreCase)); // Folders of the solution are listed too.

    private static IEnumerable<string> ReadXml(string path) => XDocument.Load(path).Descendants("Project")
        .Select(project => project.Attribute("Path")?.Value)
        .OfType<string>();

    private static SolutionFile ReadFilter(string path)
    {
        JsonDocumentOptions options = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(path), options);
        JsonElement solution = document.RootElement.GetProperty("solution");
        string behind = Full(path, [solution.GetProperty("path").GetString() ?? ""])[0];
        return new SolutionFile(behind,
            Full(behind, solution.GetProperty("projects").EnumerateArray().Select(project => project.GetString()).OfType<string>()));
    }

    private static List<string> Full(string from, IEnumerable<string> paths)
    {
        string folder = System.IO.Path.GetDirectoryName(from) ?? "";
        return [.. paths.Select(path => System.IO.Path.GetFullPath(path.Replace('\\', '/'), folder)).Distinct(StringComparer.Ordinal)];
    }

    [GeneratedRegex("""^\s*Project\("\{[^"]*\}"\)\s*=\s*"[^"]*"\s*,\s*"(?<path>[^"]*)"\s*,""", RegexOptions.CultureInvariant)]
    private static partial Regex ProjectLine();
}
