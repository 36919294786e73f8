using System.Xml;
using System.Xml.Linq;

namespace Syncopate.Scan.Loading.Recipes;

/// <summary>The packages of projects made before projects named them: those of <c>packages.config</c>.</summary>
internal static class OldPackages
{
    /// <summary>Those of the project in a folder; none without such a file.</summary>
    public static IReadOnlyList<PackageName> Of(string folder)
    {
        string file = Path.Combine(folder, "packages.config");
        if (!File.Exists(file))
            return [];
        try
        {
            return
            [
                .. XDocument.Load(file).Descendants("package")
                    .Select(package => new PackageName(package.Attribute("id")?.Value ?? "", package.Attribute("version")?.Value ?? "")),
            ];
        }
        catch (XmlException)
        {
            return []; // The project can be read without; what it misses is counted as unresolved.
        }
    }
}
