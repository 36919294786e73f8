using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;

namespace Syncopate.Watch.Processes;

/// <summary>The .NET processes that this user can watch.</summary>
internal static class RunningProcesses
{
    private const int Shown = 10;

    /// <summary>Those that run now, by identifier; this one is left out.</summary>
    public static IReadOnlyList<ProcessIdentity> All() =>
        [.. Published().Where(id => id != Environment.ProcessId).Distinct().Order().Select(Identify).OfType<ProcessIdentity>()];

    /// <summary>The process with this identifier; null when there is none, or it has ended.</summary>
    public static ProcessIdentity? Identify(int processId)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            return new ProcessIdentity(processId, ProcessFacts.Name(process), ProcessFacts.Runtime(process));
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null; // It ended, and may have left its socket behind.
        }
    }

    /// <summary>True when a .NET runtime of this process can be spoken to.</summary>
    internal static bool IsPublished(int processId) =>
        OperatingSystem.IsLinux() ? HasSocket(processId) : Published().Contains(processId);

    /// <summary>A sentence with those that could be watched instead; for messages.</summary>
    internal static string Known()
    {
        string[] known = [.. All().Take(Shown).Select(process => FormattableString.Invariant($"{process.Id} ({process.Name})"))];
        return known.Length == 0 ? "No .NET process of this user was found." : $".NET processes of this user: {string.Join(", ", known)}.";
    }

    // The client's own list gives up at the first process that has just ended, and looks in no other folder for temporary
    // files than its own (0.2.745401). On Unix each runtime leaves a socket of its name in that of its process.
    private static IEnumerable<int> Published() => OperatingSystem.IsWindows() ? DiagnosticsClient.GetPublishedProcesses()
        : OperatingSystem.IsLinux() ? Running().Where(HasSocket)
        : InFolder();

    private static IEnumerable<int> Running() =>
        from folder in Directory.EnumerateDirectories("/proc")
        let id = int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0
        where id > 0
        select id;

    private static bool HasSocket(int id) => File.Exists(Path.Combine(
        ProcessFacts.TemporaryFolder(id),
        string.Create(CultureInfo.InvariantCulture, $"dotnet-diagnostic-{id}-{ProcessFacts.StartKey(id)}-socket")));

    private static IEnumerable<int> InFolder() =>
        from file in Directory.EnumerateFiles(Path.GetTempPath(), "dotnet-diagnostic-*-socket")
        let words = Path.GetFileName(file).Split('-')
        let id = int.TryParse(words[2], NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0
        // A socket that was left behind bears a number that another process, or a mere thread, may have by now.
        where id > 0 && (ProcessFacts.StartKey(id) is not { } key || key == words[3])
        select id;
}
