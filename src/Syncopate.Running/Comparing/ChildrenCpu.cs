using System.Runtime.InteropServices;
using Syncopate.Units;

namespace Syncopate.Running.Comparing;

/// <summary>The system's account of the processor time of all children of this process that have ended, and of all that
/// those have waited for: getrusage(2) with RUSAGE_CHILDREN. Between two readings with one child in between, that child's.</summary>
internal static class ChildrenCpu
{
    private const int Children = -1;

    /// <summary>User and system time together; null where the system does not report it.</summary>
    public static long? Nanoseconds() =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess && GetUsage(Children, out Usage usage) == 0
            ? (long)Microseconds.ToNanoseconds(
                Microseconds.FromSeconds(usage.UserSeconds + usage.SystemSeconds)
                    + usage.UserMicroseconds
                    + usage.SystemMicroseconds)
            : null;

    [DllImport("libc", EntryPoint = "getrusage")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetUsage(int who, out Usage usage);

    /// <summary>struct rusage of 64-bit Linux; the fourteen counters behind the times are not read.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 144)]
    private struct Usage
    {
        public long UserSeconds;
        public long UserMicroseconds;
        public long SystemSeconds;
        public long SystemMicroseconds;
    }
}
