using System.Runtime.InteropServices;
using Syncopate.Agent;

namespace Syncopate.Running.Machines;

/// <summary>The processor time of another process by its own clock in the system, which has nanoseconds where
/// <c>/proc</c> has ticks of 10 ms, and keeps threads that have ended.</summary>
internal static class ProcessCpu
{
    /// <summary>User and system time of all its threads since it started; null when there is no such process, and
    /// elsewhere than on Linux.</summary>
    /// <param name="processId">Process of this machine.</param>
    public static long? Nanoseconds(int processId) =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess && GetClock(processId, out int clock) == 0
            ? SystemClock.Nanoseconds(clock)
            : null;

    [DllImport("libc", EntryPoint = "clock_getcpuclockid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetClock(int processId, out int clock);
}
