using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using System.Runtime.InteropServices;
using Microsoft.EntityFrameworkCore.Infrastructure;
using SampleSite.Database;

namespace SampleSite.Internals;

/// <summary>What the process knows of itself at one moment.</summary>
internal static class ProcessFacts
{
    public static IReadOnlyList<Fact> Threads()
    {
        ThreadPool.GetMinThreads(out int minimum, out _);
        ThreadPool.GetMaxThreads(out int maximum, out _);
        using Process process = Process.GetCurrentProcess();
        return
        [
            new("Threads of the pool", Text($"{ThreadPool.ThreadCount} (from {minimum} to {maximum:N0})")),
            new("Work waiting for a thread", Text($"{ThreadPool.PendingWorkItemCount:N0}")),
            new("Work done by the pool", Text($"{ThreadPool.CompletedWorkItemCount:N0}")),
            new("Threads of the process", Text($"{process.Threads.Count}")),
            new("This page’s thread", Text($"{Environment.CurrentManagedThreadId}")),
        ];
    }

    public static IReadOnlyList<Fact> Memory()
    {
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        return
        [
            new("Heap after the last collection", Mebibytes(memory.HeapSizeBytes)),
            new("Allocated since the start", Mebibytes(GC.GetTotalAllocatedBytes())),
            new("Collections, generation 0, 1, 2", Text($"{GC.CollectionCount(0)}, {GC.CollectionCount(1)}, {GC.CollectionCount(2)}")),
            new("Time in pauses", Text($"{memory.PauseTimePercentage:F2} %")),
            new("Collector", GCSettings.IsServerGC ? "server" : "workstation"),
        ];
    }

    public static IReadOnlyList<Fact> Machine() =>
    [
        new("Process", Text($"{Environment.ProcessId}")),
        new("Processor time", Text($"{Environment.CpuUsage.TotalTime.TotalMilliseconds:N0} ms")),
        new("Working set", Mebibytes(Environment.WorkingSet)),
        new("Cores", Text($"{Environment.ProcessorCount}")),
        new("Runtime", RuntimeInformation.FrameworkDescription),
        new("System", RuntimeInformation.OSDescription),
    ];

    public static IReadOnlyList<Fact> Data(BlogContext context, string version, int lent) =>
    [
        new("Provider", context.Database.ProviderName ?? ""),
        new("Database", version),
        new("EF Core", ProductInfo.GetVersion()),
        new("Contexts in use, this page’s included", Text($"{lent}")),
        new("Contexts kept, in pools too", Text($"{LiveContexts.Count()}")),
    ];

    private static string Mebibytes(long bytes) => Text($"{bytes / 1048576.0:N1} MiB");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
