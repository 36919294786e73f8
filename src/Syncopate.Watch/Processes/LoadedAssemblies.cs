using System.Diagnostics;

namespace Syncopate.Watch.Processes;

/// <summary>The assemblies that a process has loaded from files, as the system reports them.</summary>
internal static class LoadedAssemblies
{
    /// <summary>Their paths; empty where the system does not report it, as of a single file, and when the process is gone.</summary>
    public static IReadOnlyCollection<string> Of(int processId)
    {
        try
        {
            return OperatingSystem.IsLinux()
                ? File.ReadLines($"/proc/{processId}/maps").Select(PathOf).Where(IsAssembly).ToHashSet(StringComparer.Ordinal)
                : Modules(processId);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidOperationException or ArgumentException
            or System.ComponentModel.Win32Exception)
        {
            return [];
        }
    }

    private static HashSet<string> Modules(int processId)
    {
        using Process process = Process.GetProcessById(processId);
        return process.Modules.Cast<ProcessModule>().Select(module => module.FileName).Where(IsAssembly).ToHashSet(StringComparer.Ordinal);
    }

    // Addresses, permissions, offset, device and inode come before it, none of which has a slash.
    private static string PathOf(string line) => line.IndexOf('/', StringComparison.Ordinal) is >= 0 and var start ? line[start..] : "";

    private static bool IsAssembly(string path) => path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase);
}
