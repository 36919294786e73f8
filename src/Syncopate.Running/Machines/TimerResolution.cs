using System.Runtime.InteropServices;
using Syncopate.Units;

namespace Syncopate.Running.Machines;

/// <summary>How often the clock of this system ticks that timers of .NET are due by.</summary>
/// <remarks>The runtime compares <see cref="Environment.TickCount64"/>, which on Linux is CLOCK_MONOTONIC_COARSE, of the kernel's own
/// period: 1 ms where it ticks a thousand times a second, 4 ms at 250, 10 ms at 100.</remarks>
internal static class TimerResolution
{
    private const int CoarseClock = 6;
    private const double WindowsSeconds = 1 / 64.0;
    private const double UsualSeconds = 0.001;

    // The runtime's own clock counts whole milliseconds.
    private const double LeastSeconds = 0.001;

    /// <summary>In seconds, at least a millisecond, also where the system does not say.</summary>
    public static double Seconds { get; } = OperatingSystem.IsWindows() ? WindowsSeconds
        : OperatingSystem.IsLinux() && Environment.Is64BitProcess && Resolution(CoarseClock, out ClockTime time) == 0
            ? Math.Max(LeastSeconds, time.Seconds + Nanoseconds.ToSeconds(time.Nanoseconds))
        : UsualSeconds;

    [DllImport("libc", EntryPoint = "clock_getres")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Resolution(int clock, out ClockTime time);

    /// <summary>struct timespec of 64-bit Unix.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct ClockTime
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
