namespace Syncopate.Scan.Loading.Recipes;

/// <summary>Paths as projects write them.</summary>
internal static class ProjectPaths
{
    /// <summary>Paths differ by case only where the system says so.</summary>
    public static readonly StringComparer Comparer = OperatingSystem.IsLinux() ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase;

    /// <summary>The full path of one that is written from a folder, with whichever slashes.</summary>
    public static string Full(string path, string folder) =>
        Path.GetFullPath(OperatingSystem.IsWindows() ? path : path.Replace('\\', '/'), folder);

    /// <summary>True when a path lies in a folder, however deep.</summary>
    public static bool IsIn(string path, string folder) =>
        path.StartsWith(Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar, StringComparison.Ordinal);
}
