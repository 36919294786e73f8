using System.ComponentModel;
using System.Diagnostics;

namespace Syncopate.Running.Showing;

/// <summary>Tells a process from a later one that was given the same number.</summary>
internal static class ProcessStart
{
    // Both are reckoned from the start of the machine, whose wall clock may have been set meanwhile.
    private const long Tolerance = 10_000;

    /// <summary>When a process began, in ms since 1970; null when there is none.</summary>
    public static long? Milliseconds(int processId)
    {
        try
        {
            using Process process = Process.GetProcessById(processId);
            return process.HasExited ? null : new DateTimeOffset(process.StartTime).ToUnixTimeMilliseconds();
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }

    /// <summary>Whether the process of that number is the one that began then.</summary>
    public static bool Is(int processId, long began) => Milliseconds(processId) is { } now && Math.Abs(now - began) < Tolerance;
}
