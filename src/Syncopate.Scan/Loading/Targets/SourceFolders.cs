using System.Collections.Frozen;
using Syncopate.Journaling;

namespace Syncopate.Scan.Loading.Targets;

/// <summary>The files of a tree that somebody wrote.</summary>
internal static class SourceFolders
{
    private static readonly FrozenSet<string> Skipped =
        FrozenSet.Create(StringComparer.OrdinalIgnoreCase, "bin", "obj", "node_modules", ".git", ".vs", ".svn");

    /// <summary>Files with one of some endings, without what builds and tools leave; links are not followed, what may
    /// not be read, or has no end as pipes have none, is skipped.</summary>
    public static IEnumerable<string> Files(string folder, params IReadOnlyList<string> endings)
    {
        EnumerationOptions options = new() { IgnoreInaccessible = true, AttributesToSkip = FileAttributes.ReparsePoint };
        foreach (string file in Directory.EnumerateFiles(folder, "*", options).Order(StringComparer.Ordinal))
        {
            if (endings.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase) && RegularFile.Is(file))
                yield return file;
        }

        foreach (string inner in Directory.EnumerateDirectories(folder, "*", options).Order(StringComparer.Ordinal))
        {
            if (Skipped.Contains(Path.GetFileName(inner)))
                continue;
            foreach (string file in Files(inner, endings))
                yield return file;
        }
    }
}
