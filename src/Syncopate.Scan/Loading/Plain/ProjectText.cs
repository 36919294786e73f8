using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>A project read as text, with the Directory.Build.props and Directory.Packages.props above it. What a condition surely
/// excludes does not count; of several values of a property the last one that surely holds does, or else the first.</summary>
internal sealed partial class ProjectText
{
    private const int MostExpansions = 8; // A property that names itself would never end.

    private readonly Dictionary<string, string> _properties = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<XElement> _items = [];

    private ProjectText(string path, XElement root)
    {
        Path = path;
        Root = root;
    }

    /// <summary>The full path.</summary>
    public string Path { get; }

    /// <summary>The folder that it lies in.</summary>
    public string Folder => System.IO.Path.GetDirectoryName(Path) ?? "";

    /// <summary>The project's own element.</summary>
    public XElement Root { get; }

    /// <summary>The SDKs it names, with their versions where it gives them.</summary>
    public IReadOnlyList<PackageName> Sdks =>
    [
        .. (Root.Attribute("Sdk")?.Value ?? "")
            .Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(Sdk),
        .. Root.Elements().Where(element => element.Name.LocalName == "Sdk").Select(
            element => new PackageName(Attribute(element, "Name"), Attribute(element, "Version"))),
        .. Root.Descendants().Where(element => element.Name.LocalName == "Import" && element.Attribute("Sdk") is not null)
            .Select(element => Sdk(Attribute(element, "Sdk")))
            .DistinctBy(sdk => sdk.Name),
    ];

    /// <summary>Reads one.</summary>
    /// <exception cref="XmlException">It is no XML.</exception>
    public static ProjectText Read(string path)
    {
        ProjectText text = new(path, Load(path));
        foreach (string name in new[] { "Directory.Build.props", "Directory.Packages.props" })
        {
            // The nearest one counts, and by custom it imports those above, which are read first.
            foreach (string above in Above(text.Folder, name).Reverse())
                text.Take(Load(above), above);
        }

        text.Take(text.Root, path);
        return text;
    }

    /// <summary>The value of a property with others put in; empty when it has none.</summary>
    public string Property(string name) => Expand(_properties.GetValueOrDefault(name, "")).Trim();

    /// <summary>True when a property says so.</summary>
    public bool Says(string name, params IReadOnlyList<string> values) => values.Contains(Property(name), StringComparer.OrdinalIgnoreCase);

    /// <summary>What items of a kind name in one of their attributes, a list split into its parts.</summary>
    public IEnumerable<string> Items(string kind, string attribute = "Include") => Elements(kind)
        .SelectMany(item => Expand(Attribute(item, attribute)).Split(
            ';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));

    /// <summary>The items of a kind as they are written.</summary>
    public IEnumerable<XElement> Elements(string kind) => _items.Where(item => item.Name.LocalName == kind);

    /// <summary>What an item says, as an attribute or as an element of its own.</summary>
    public string Metadata(XElement item, string name) =>
        Expand(item.Attribute(name)?.Value ?? item.Elements().FirstOrDefault(inner => inner.Name.LocalName == name)?.Value ?? "").Trim();

    private void Take(XElement root, string file)
    {
        _properties["MSBuildThisFileDirectory"] = System.IO.Path.GetDirectoryName(file) + "/";
        _properties["MSBuildProjectName"] = System.IO.Path.GetFileNameWithoutExtension(Path);
        _properties["MSBuildProjectDirectory"] = Folder;
        // What is written within targets happens only in a build.
        foreach (XElement group in root.Descendants()
            .Where(element => element.Parent?.Name.LocalName is "Project" or "When" or "Otherwise"))
        {
            if (group.Name.LocalName == "PropertyGroup")
                TakeProperties(group);
            else if (group.Name.LocalName == "ItemGroup" && Holds(group) != false)
                _items.AddRange(group.Elements().Where(item => Holds(item) != false));
        }
    }

    private void TakeProperties(XElement group)
    {
        if (Holds(group) is not { } isGroupSure)
            isGroupSure = false;
        else if (!isGroupSure)
            return;
        foreach (XElement property in group.Elements())
        {
            bool? holds = Holds(property);
            if (holds == false)
                continue;
            bool isSure = isGroupSure && holds == true;
            string name = property.Name.LocalName;
            // A value that names itself adds to what was there.
            string value = property.Value.Replace($"$({name})", _properties.GetValueOrDefault(name, ""),
                StringComparison.OrdinalIgnoreCase);
            if (isSure || !_properties.ContainsKey(name))
                _properties[name] = value;
        }
    }

    private bool? Holds(XElement element) =>
        element.Attribute("Condition") is { } condition ? ProjectCondition.Holds(condition.Value, _properties) : true;

    private string Expand(string text)
    {
        for (int round = 0; round < MostExpansions && text.Contains("$(", StringComparison.Ordinal); round++)
            text = PropertyUse().Replace(text, use => _properties.GetValueOrDefault(use.Groups["name"].Value, ""));
        return text;
    }

    private static XElement Load(string path) => XDocument.Load(path).Root ?? throw new XmlException($"'{path}' is empty");

    private static IEnumerable<string> Above(string folder, string name)
    {
        for (string? at = folder; at is not null; at = System.IO.Path.GetDirectoryName(at))
        {
            string file = System.IO.Path.Combine(at, name);
            if (File.Exists(file))
                yield return file;
        }
    }

    private static PackageName Sdk(string text)
    {
        string[] parts = text.Split('/', 2);
        return new PackageName(parts[0], parts.Length > 1 ? parts[1] : "");
    }

    private static string Attribute(XElement element, string name) => element.Attribute(name)?.Value ?? "";

    [GeneratedRegex(@"\$\((?<name>\w+)\)", RegexOptions.CultureInvariant)]
    private static partial Regex PropertyUse();
}
