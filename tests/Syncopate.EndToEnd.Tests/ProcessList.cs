using System.Globalization;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Processes of this machine, read from /proc: what a tool has left behind must be asked of the system, not of the tool.</summary>
internal static class ProcessList
{
    /// <summary>Ids of the children of a process whose command line contains a text.</summary>
    public static IReadOnlyList<int> Children(int parent, string text) =>
        [.. All().Where(p => p.Parent == parent && p.Command.Contains(text, StringComparison.Ordinal)).Select(p => p.Id)];

    /// <summary>Whether a process runs; a zombie that nobody has waited for does not.</summary>
    public static bool Runs(int id) => All().Any(p => p.Id == id);

    private static IEnumerable<(int Id, int Parent, string Command)> All()
    {
        foreach (string folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out int id) && Read(id, folder) is { } process)
                yield return process;
        }
    }

    private static (int Id, int Parent, string Command)? Read(int id, string folder)
    {
        try
        {
            // "1234 (name with spaces) S 1 ...": state and parent follow the last bracket.
            string stat = File.ReadAllText(Path.Combine(folder, "stat"));
            string[] fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return fields[0] == "Z"
                ? null
                : (id, int.Parse(fields[1], CultureInfo.InvariantCulture), File.ReadAllText(Path.Combine(folder, "cmdline")).Replace('\0', ' '));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // It ended while it was being read.
        }
    }
}
