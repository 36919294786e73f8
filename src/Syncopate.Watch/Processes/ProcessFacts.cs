using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Syncopate.Watch.Processes;

/// <summary>What the system reports of a process, without asking the process itself.</summary>
internal static class ProcessFacts
{
    private const string TemporaryVariable = "TMPDIR=";

    /// <summary>The assembly where <c>dotnet</c> runs one, else the program.</summary>
    public static string Name(Process process)
    {
        if (process.ProcessName != "dotnet")
            return process.ProcessName;
        string[] arguments = Text(process.Id, "cmdline").Split('\0');
        return arguments.FirstOrDefault(argument => argument.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) is { } assembly
            ? Path.GetFileNameWithoutExtension(assembly)
            : process.ProcessName;
    }

    /// <summary>The version in the name of the folder that its runtime came from, or in the list of what a program has
    /// brought; null for none, or when it may not be seen.</summary>
    public static string? Runtime(Process process) =>
        RuntimeModule(process) is { } file
                && Path.GetFileName(Path.GetDirectoryName(file)) is { Length: > 0 } folder
                && Version.TryParse(folder.Split('-')[0], out _)
            ? folder
            : Brought(process);

    /// <summary>True when it has a .NET runtime among its modules, or is a single file; false also when they may not be seen.</summary>
    public static bool HasRuntime(Process process) => RuntimeModule(process) is not null
        || (Program(process) is { } file && SingleFile.Is(file));

    /// <summary>True when it has no .NET runtime and is compiled with what it needs of one; only of a process that has a
    /// diagnostic socket.</summary>
    public static bool IsNativeCode(int processId)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            return Program(process) is not null && !HasRuntime(process);
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException)
        {
            return false;
        }
    }

    /// <summary>When it started, in the unit of Linux, as the runtime writes it into the name of its socket; null where
    /// the system does not report it.</summary>
    public static string? StartKey(int processId)
    {
        // "8123 (name, with any signs) S 1 ...": the 20th field after the name.
        string line = Text(processId, "stat");
        string[] fields = line[(line.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return fields.Length > 19 ? fields[19] : OperatingSystem.IsLinux() ? "" : null;
    }

    /// <summary>Where a process of Linux has its temporary files, as its variables said when it began.</summary>
    public static string TemporaryFolder(int processId) =>
        Array.Find(Text(processId, "environ").Split('\0'), variable => variable.StartsWith(TemporaryVariable, StringComparison.Ordinal))
            is { } told && told.Length > TemporaryVariable.Length
            ? told[TemporaryVariable.Length..]
            : "/tmp";

    /// <summary>The file of the settings of its runtime, beside its assembly or program; null where there is none, as of a single
    /// file.</summary>
    public static string? SettingsFile(int processId)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            string? file = process.ProcessName != "dotnet" ? Program(process)
                : Array.Find(Text(processId, "cmdline").Split('\0'), word => word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))
                    is { } assembly ? Path.Combine(Link(processId, "cwd") ?? "", assembly)
                : null;
            if (file is null)
                return null;
            bool hasEnding = file.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
                || file.EndsWith(".exe", StringComparison.OrdinalIgnoreCase);
            string settings = $"{(hasEnding ? Path.ChangeExtension(file, null) : file)}.runtimeconfig.json";
            return File.Exists(settings) ? settings : null;
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null; // It has ended.
        }
    }

    /// <summary>True when a signal or a debugger has stopped it; false also where the system does not say.</summary>
    public static bool IsPaused(int processId)
    {
        // "8123 (name, with any signs) S 1 ...": the state follows the name.
        string line = Text(processId, "stat");
        int name = line.LastIndexOf(')');
        return name >= 0 && line.Length > name + 2 && line[name + 2] is 'T' or 't';
    }

    /// <summary>A file of <c>/proc</c>; empty when there is none or it may not be read.</summary>
    public static string Text(int processId, string name)
    {
        try
        {
            string path = Folder(processId, name);
            return File.Exists(path) ? File.ReadAllText(path) : "";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    /// <summary>Where a link of <c>/proc</c> leads; null when there is none or it may not be seen.</summary>
    public static string? Link(int processId, string name)
    {
        try
        {
            return new FileInfo(Folder(processId, name)).LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string Folder(int processId, string name) => string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/{name}");

    private static string? Brought(Process process)
    {
        if (Program(process) is not { } program || Path.GetDirectoryName(program) is not { } folder)
            return null;
        return (RuntimeModule(process) is null ? DependencyList.OfSingleFile(program) : DependencyList.Of(folder)).Runtime;
    }

    private static string? Program(Process process)
    {
        try
        {
            return process.MainModule?.FileName;
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? RuntimeModule(Process process)
    {
        try
        {
            return process.Modules.Cast<ProcessModule>()
                .Select(module => module.FileName)
                .FirstOrDefault(file => Path.GetFileName(file) is "libcoreclr.so" or "libcoreclr.dylib" or "coreclr.dll");
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
