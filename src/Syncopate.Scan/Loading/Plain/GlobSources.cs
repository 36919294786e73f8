using System.Text.RegularExpressions;
using Syncopate.Scan.Loading.Recipes;
using Syncopate.Scan.Loading.Targets;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>The sources of a project that is read as text.</summary>
internal static class GlobSources
{
    /// <summary>Full paths: what an SDK takes by itself and what the project adds, less what it removes.</summary>
    public static IReadOnlyList<string> Of(ProjectText project)
    {
        bool isOfSdk = project.Sdks.Count > 0;
        bool isByPattern = isOfSdk && !project.Says("EnableDefaultCompileItems", "false") && !project.Says("EnableDefaultItems", "false");
        IEnumerable<string> own = isByPattern ? Below(project.Folder) : [];
        HashSet<string> found = [.. own, .. project.Items("Compile").SelectMany(pattern => Matches(pattern, project.Folder))];
        foreach (string pattern in project.Items("Compile", "Remove").Concat(project.Items("Compile", "Exclude")))
        {
            Regex removed = Matcher(ProjectPaths.Full(pattern, project.Folder));
            found.RemoveWhere(removed.IsMatch);
        }

        return [.. found.Order(StringComparer.Ordinal)];
    }

    /// <summary>All sources in a folder; a folder in it with a project of its own belongs to that one.</summary>
    private static IEnumerable<string> Below(string folder)
    {
        HashSet<string> others = [.. SourceFolders.Files(folder, ".csproj").Select(Path.GetDirectoryName).OfType<string>()
            .Where(other => other != folder)];
        return SourceFolders.Files(folder, ".cs").Where(file => !others.Any(other => ProjectPaths.IsIn(file, other)));
    }

    private static IEnumerable<string> Matches(string pattern, string folder)
    {
        string full = ProjectPaths.Full(pattern, folder);
        if (!full.Contains('*', StringComparison.Ordinal) && !full.Contains('?', StringComparison.Ordinal))
            return File.Exists(full) && full.EndsWith(".cs", StringComparison.OrdinalIgnoreCase) ? [full] : [];
        string fixedPart = full[..full.IndexOfAny(['*', '?'])];
        string from = fixedPart[..fixedPart.LastIndexOf(Path.DirectorySeparatorChar)];
        Regex matcher = Matcher(full);
        return Directory.Exists(from) ? SourceFolders.Files(from, ".cs").Where(file => matcher.IsMatch(file)) : [];
    }

    private static Regex Matcher(string pattern)
    {
        string separator = Regex.Escape(Path.DirectorySeparatorChar.ToString());
        string text = Regex.Escape(pattern)
            .Replace(@"\*\*" + separator, $"(.*{separator})?", StringComparison.Ordinal)
            .Replace(@"\*\*", ".*", StringComparison.Ordinal)
            .Replace(@"\*", $"[^{separator}]*", StringComparison.Ordinal)
            .Replace(@"\?", $"[^{separator}]", StringComparison.Ordinal);
        RegexOptions letters = OperatingSystem.IsLinux() ? RegexOptions.None : RegexOptions.IgnoreCase;
        return new Regex($"^{text}$", RegexOptions.CultureInvariant | letters);
    }
}
