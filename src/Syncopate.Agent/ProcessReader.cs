using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Syncopate.Agent;

/// <summary>Reads the process it is in. What .NET Standard 2.0 does not know is looked up by name once; -1 or 0 stand
/// for what this runtime does not report.</summary>
internal sealed class ProcessReader
{
    private static readonly int CpuClock = RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? 12 : 2; // CLOCK_PROCESS_CPUTIME_ID

    private readonly PoolCounts _pool = new();
    private readonly Func<bool, long>? _allocatedBytes = Method(typeof(GC), "GetTotalAllocatedBytes");
    private readonly Func<bool, long>? _compiledMethods = Method(Type.GetType("System.Runtime.JitInfo"), "GetCompiledMethodCount");

    /// <summary>Identifier that the operating system gave the process.</summary>
    public static int ProcessId
    {
        get
        {
            // Without the class Process, whose assembly the program itself may never need.
            if (typeof(Environment).GetProperty("ProcessId")?.GetMethod?.CreateDelegate(typeof(Func<int>)) is Func<int> get)
                return get();
            using Process self = Process.GetCurrentProcess();
            return self.Id;
        }
    }

    /// <summary>The process as it is now.</summary>
    /// <param name="requested">True for exact figures, which stop all threads for a moment: only outside a timed
    /// region, which is where the tool asks.</param>
    public MonitorFrame Read(bool requested)
    {
        ThreadPool.GetMaxThreads(out int maximumWorkers, out int maximumPorts);
        ThreadPool.GetAvailableThreads(out int workers, out int ports);
        return new MonitorFrame
        {
            Requested = requested,
            Timestamp = Stopwatch.GetTimestamp(),
            Threads = _pool.Threads,
            InUse = maximumWorkers - workers,
            Available = workers,
            CompletionPorts = maximumPorts - ports,
            QueueLength = _pool.QueueLength,
            CompletedItems = _pool.CompletedItems,
            CpuNanoseconds = ReadCpu(),
            AllocatedBytes = _allocatedBytes?.Invoke(requested) ?? 0,
            Gen0 = GC.CollectionCount(0),
            Gen1 = GC.CollectionCount(1),
            Gen2 = GC.CollectionCount(2),
            CompiledMethods = _compiledMethods?.Invoke(false) ?? 0,
        };
    }

    private static long ReadCpu()
    {
        // Environment.CpuUsage is of .NET 9, and Process counts in ticks of 10 ms and opens a file for it.
        if (SystemClock.Nanoseconds(CpuClock) is { } nanoseconds)
            return nanoseconds;
        using Process self = Process.GetCurrentProcess();
        return self.TotalProcessorTime.Ticks * 100;
    }

    private static Func<bool, long>? Method(Type? type, string name) =>
        type?.GetMethod(name, [typeof(bool)])?.CreateDelegate(typeof(Func<bool, long>)) as Func<bool, long>;
}
