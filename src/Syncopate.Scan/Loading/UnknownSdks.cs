using System.Xml;
using Syncopate.Scan.Loading.Plain;
using Syncopate.Scan.Loading.Recipes;
using Syncopate.Scan.Loading.Sdks;

namespace Syncopate.Scan.Loading;

/// <summary>Finds projects that MSBuild could evaluate only after fetching an SDK: it would ask package sources for it,
/// with a long timeout.</summary>
/// <param name="sdk">Whose own SDKs are known.</param>
/// <param name="cache">What was fetched before.</param>
internal sealed class UnknownSdks(DotnetSdk sdk, PackageCache cache)
{
    /// <summary>Why, for each project that names such an SDK; without a full stop.</summary>
    public Dictionary<string, string> Of(IReadOnlyList<string> projects)
    {
        Dictionary<string, string> unknown = new(ProjectPaths.Comparer);
        foreach (string project in projects)
        {
            if (Find(project) is { } why)
                unknown[project] = why;
        }

        return unknown;
    }

    private string? Find(string project)
    {
        try
        {
            PackageName? missing = ProjectText.Read(project).Sdks.FirstOrDefault(used => !IsKnown(used));
            return missing is null ? null : $"the SDK {missing.Name} that it names is not on this machine";
        }
        catch (Exception e) when (e is XmlException or IOException or UnauthorizedAccessException)
        {
            return e.Message.TrimEnd('.');
        }
    }

    private bool IsKnown(PackageName used) =>
        used.Name.Length == 0 || Directory.Exists(Path.Combine(sdk.Folder, "Sdks", used.Name)) || cache.Has(used);
}
