using System.Globalization;

namespace Syncopate.Bench;

/// <summary>Memory of this process as the kernel and the collector count it.</summary>
/// <param name="ResidentMegabytes">Now.</param>
/// <param name="PeakMegabytes">At most so far.</param>
/// <param name="ManagedMegabytes">Objects, garbage included.</param>
/// <param name="AllocatedBytes">By all threads, ever.</param>
/// <param name="Collections">Of any generation, ever.</param>
internal sealed record ProcessMemory(double ResidentMegabytes, double PeakMegabytes, double ManagedMegabytes, long AllocatedBytes, int Collections)
{
    public static ProcessMemory Read() =>
        new(Status("VmRSS:"), Status("VmHWM:"), GC.GetTotalMemory(forceFullCollection: false) / 1e6, GC.GetTotalAllocatedBytes(precise: true), GC.CollectionCount(0));

    // In units of 1,024 bytes (proc(5)).
    private static double Status(string key) =>
        double.Parse(File.ReadLines("/proc/self/status").First(line => line.StartsWith(key, StringComparison.Ordinal))[key.Length..].Replace("kB", "", StringComparison.Ordinal).Trim(), CultureInfo.InvariantCulture) * 1024 / 1e6;
}
