using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Syncopate.Bench;

/// <summary>Processes on a core of their own: the server on the first, whatever drives it on the second. Without
/// taskset they share all cores.</summary>
internal static partial class BenchProcess
{
    public const int ServerCore = 0;
    public const int ClientCore = 1;

    /// <summary>This program again, with other arguments.</summary>
    public static Process StartSelf(int core, params ReadOnlySpan<string> arguments) => Start(core, Environment.ProcessPath!, arguments); // Never null: this is no hosted process.

    public static Process Start(int core, string program, params ReadOnlySpan<string> arguments)
    {
        bool pins = Environment.ProcessorCount > 1 && Find("taskset") is not null;
        ProcessStartInfo start = new(pins ? "taskset" : program)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach (string argument in pins ? ["-c", core.ToString(CultureInfo.InvariantCulture), program] : Array.Empty<string>())
            start.ArgumentList.Add(argument);
        foreach (string argument in arguments)
            start.ArgumentList.Add(argument);
        return Process.Start(start)!; // Never null: no shell is involved.
    }

    /// <summary>Where a program is; null when it is not on the path.</summary>
    public static string? Find(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':')
        .Select(folder => Path.Combine(folder, program))
        .FirstOrDefault(File.Exists);

    /// <summary>CPU time of all child processes that have ended, in microseconds.</summary>
    public static unsafe double EndedChildrenCpuMicroseconds()
    {
        long* usage = stackalloc long[18]; // struct rusage: user seconds, microseconds, system seconds, microseconds, 14 others.
        _ = GetUsage(-1, usage);
        return (usage[0] + usage[2]) * 1e6 + usage[1] + usage[3];
    }

    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static unsafe partial int GetUsage(int who, long* usage);
}
