using System.Runtime.InteropServices;

namespace Syncopate.Measuring;

/// <summary>The processor time of another process by its own clock in the system, which has nanoseconds where <c>/proc</c> has ticks of 10 ms, and keeps threads that have ended.</summary>
public static class ProcessCpu
{
    /// <summary>User and system time of all its threads since it started; null when there is no such process, and elsewhere than on Linux.</summary>
    /// <param name="processId">Process of this machine.</param>
    public static long? Nanoseconds(int processId) =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess && GetClock(processId, out int clock) == 0 && ReadClock(clock, out ClockTime time) == 0
            ? time.Seconds * 1_000_000_000 + time.Nanoseconds
            : null;

    [DllImport("libc", EntryPoint = "clock_getcpuclockid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetClock(int processId, out int clock);

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ReadClock(int clock, out ClockTime time);

    /// <summary>struct timespec of 64-bit Linux.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct ClockTime
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
