using System.Runtime.InteropServices;

namespace Syncopate.Agent;

/// <summary>The clocks of a 64-bit Unix, which count processor time in nanoseconds.</summary>
internal static class SystemClock
{
    /// <summary>What a clock says; null where there is no such clock.</summary>
    public static long? Nanoseconds(int clock) =>
        !RuntimeInformation.IsOSPlatform(OSPlatform.Windows) && IntPtr.Size == sizeof(long) && Read(clock, out ClockTime time) == 0
            ? (time.Seconds * 1_000_000_000) + time.Nanoseconds
            : null;

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Read(int clock, out ClockTime time);

    /// <summary>struct timespec of 64-bit Unix.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct ClockTime
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
