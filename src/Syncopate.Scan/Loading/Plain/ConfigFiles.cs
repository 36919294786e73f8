namespace Syncopate.Scan.Loading.Plain;

/// <summary>Finds the files of settings that hold for sources: those in their folders and in all folders above, as the build takes them.</summary>
internal static class ConfigFiles
{
    private static readonly string[] Names = [".editorconfig", ".globalconfig"];

    /// <summary>Full paths, in no order: the compiler lets the nearest win, and stops at <c>root = true</c>.</summary>
    public static IReadOnlyList<string> Of(IEnumerable<string> sources)
    {
        HashSet<string> folders = new(StringComparer.Ordinal);
        foreach (string source in sources)
        {
            string? folder = Path.GetDirectoryName(source);
            while (folder is not null && folders.Add(folder))
                folder = Path.GetDirectoryName(folder);
        }

        return [.. folders.SelectMany(folder => Names.Select(name => Path.Combine(folder, name))).Where(File.Exists)];
    }
}
