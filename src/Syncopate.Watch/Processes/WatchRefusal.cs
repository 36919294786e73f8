using System.ComponentModel;
using System.Diagnostics;
using Syncopate.Running;

namespace Syncopate.Watch.Processes;

/// <summary>Says why a process cannot be watched, and what to do.</summary>
internal static class WatchRefusal
{
    // Either closes the connection, and so do the names of before .NET 6. Those for debuggers and profilers close theirs only.
    private static readonly string[] Closing =
    [
        "DOTNET_EnableDiagnostics",
        "DOTNET_EnableDiagnostics_IPC",
        "COMPlus_EnableDiagnostics",
        "COMPlus_EnableDiagnostics_IPC",
    ];

    /// <summary>The process did not let itself be watched.</summary>
    public static TargetFailedException Of(int processId)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            return new TargetFailedException(
                FormattableString.Invariant($"Process {processId} ({ProcessFacts.Name(process)}) cannot be watched: {Reason(process)}"));
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return new TargetFailedException(FormattableString.Invariant($"There is no process {processId}. {RunningProcesses.Known()}"));
        }
    }

    /// <summary>The process took the connection and then said nothing.</summary>
    public static TargetFailedException Silent(int processId, TimeSpan timeout) => new(
        FormattableString.Invariant($"Process {processId} ({RunningProcesses.Identify(processId)?.Name ?? "ended"}) ")
            + FormattableString.Invariant($"did not answer within {timeout.TotalSeconds} s. ")
            + "Is it paused, by a debugger or by a signal? Let it go on, then watch it again.");

    private static string Reason(Process process)
    {
        int id = process.Id;
        if (Owner(id) is { } owner && Owner(Environment.ProcessId) is { } self && owner != self && self != "0")
            return $"it belongs to another user (number {owner}). Run this command as that user, or with sudo.";
        if (ProcessFacts.Link(id, "ns/pid") is { } space && space != ProcessFacts.Link(Environment.ProcessId, "ns/pid"))
            return "it runs in a container. Run this command within that container, where its diagnostic socket is.";
        string[] environment = ProcessFacts.Text(id, "environ").Split('\0');
        if (Array.Find(Closing, name => environment.Contains($"{name}=0")) is { } closed)
            return $"its diagnostics are switched off ({closed}=0). Start it without that.";
        if (!ProcessFacts.HasRuntime(process))
            return $"it is no .NET process, or may not be looked into. {RunningProcesses.Known()}";
        return "its diagnostic socket is missing or is not answered. Does a program clean the folder for temporary files? Start it again.";
    }

    // "Uid: real effective saved file": whose it is. Null where the system does not report it.
    private static string? Owner(int processId) => ProcessFacts.Text(processId, "status").Split('\n')
        .FirstOrDefault(line => line.StartsWith("Uid:", StringComparison.Ordinal))?.Split('\t')[1];
}
