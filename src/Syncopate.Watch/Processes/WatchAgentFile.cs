using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Syncopate.Watch.Processes;

/// <summary>The agent's assembly, where a watched process takes it in from.</summary>
internal static class WatchAgentFile
{
    private const string Name = "Syncopate.WatchAgent.dll";

    /// <summary>Beside this assembly. On Windows a copy in a folder of the user's own: a file that a process has taken
    /// in cannot be replaced there while that runs, and the tool could not be updated.</summary>
    /// <exception cref="IOException">The copy cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    public static string Path
    {
        get
        {
            string beside = System.IO.Path.Combine(AppContext.BaseDirectory, Name);
            string local = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData);
            return OperatingSystem.IsWindows() ? CopyOf(beside, System.IO.Path.Combine(local, "Syncopate", "agent")) : beside;
        }
    }

    /// <summary>A copy of an assembly below a folder: one for each build of it, made once.</summary>
    internal static string CopyOf(string assembly, string folder)
    {
        using FileStream file = File.OpenRead(assembly);
        using PEReader image = new(file);
        MetadataReader metadata = image.GetMetadataReader();
        string build = metadata.GetGuid(metadata.GetModuleDefinition().Mvid).ToString("N");
        string copy = System.IO.Path.Combine(folder, build, System.IO.Path.GetFileName(assembly));
        if (File.Exists(copy))
            return copy;
        Directory.CreateDirectory(System.IO.Path.Combine(folder, build));
        // Whole or not at all: another watcher may look at the same time.
        string part = $"{copy}.{Environment.ProcessId}";
        File.Copy(assembly, part, overwrite: true);
        File.Move(part, copy, overwrite: true);
        return copy;
    }
}
