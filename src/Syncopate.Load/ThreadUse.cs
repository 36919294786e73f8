using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace Syncopate.Load;

/// <summary>What one thread of the generator did during a load.</summary>
/// <param name="WallNanoseconds">How long the load took for it.</param>
/// <param name="CpuNanoseconds">Time on a processor.</param>
/// <param name="WaitedNanoseconds">Time in which it wanted a processor and others had them all.</param>
/// <param name="AllocatedBytes">Managed memory; 0 when the load had what it needs from the start, which is what no
/// collection can disturb. A collection in the middle, for want of others' memory, takes the rest of the thread's allocation buffer away
/// and counts it: up to 8 KiB.</param>
public readonly record struct ThreadUse(long WallNanoseconds, long CpuNanoseconds, long WaitedNanoseconds, long AllocatedBytes)
{
    /// <summary>0 to 1: how much of the time the thread was not free to do more, at work or kept from it.</summary>
    public double BusyShare => WallNanoseconds > 0 ? Math.Min(1, (double)(CpuNanoseconds + WaitedNanoseconds) / WallNanoseconds) : 0;

    /// <summary>Does something on the calling thread and says what that took; zeros where the system does not report it.</summary>
    /// <param name="work">What to do.</param>
    /// <param name="figures">Of the calling thread.</param>
    /// <param name="time">The clock.</param>
    internal static ThreadUse Of(Action work, SchedulerFigures figures, TimeProvider time)
    {
        (long cpu, long waited) = figures.Read();
        long bytes = GC.GetAllocatedBytesForCurrentThread();
        long started = time.GetTimestamp();
        work();
        double wall = time.GetElapsedTime(started).TotalNanoseconds;
        bytes = GC.GetAllocatedBytesForCurrentThread() - bytes;
        (long cpuAfter, long waitedAfter) = figures.Read();
        return new ThreadUse((long)wall, cpuAfter - cpu, waitedAfter - waited, bytes);
    }
}

/// <summary>What the scheduler says of the thread that made it. The file stays open, so that it can be read when this
/// process has no descriptor left.</summary>
internal sealed class SchedulerFigures : IDisposable
{
    // Since kernel 2.6: time on a processor, time waited for one, time slices; nanoseconds (Documentation/scheduler/sched-stats.rst).
    private const string Statistics = "/proc/thread-self/schedstat";

    private readonly SafeFileHandle? _file;
    private readonly byte[] _buffer = new byte[128];

    /// <summary>Of the calling thread.</summary>
    public SchedulerFigures()
        : this(Statistics)
    {
    }

    /// <param name="path">A file in that form, if there is one.</param>
    internal SchedulerFigures(string path) => _file = Open(path);

    /// <summary>Nanoseconds on a processor, and waiting for one; zeros where the system does not report it.</summary>
    public (long Cpu, long Waited) Read()
    {
        if (_file is null)
            return default;
        ReadOnlySpan<byte> text = _buffer.AsSpan(0, RandomAccess.Read(_file, _buffer, 0));
        return Utf8Parser.TryParse(text, out long cpu, out int taken) && taken < text.Length && Utf8Parser.TryParse(
            text[(taken + 1)..], out long waited, out _)
            ? (cpu, waited)
            : default;
    }

    public void Dispose() => _file?.Dispose();

    private static SafeFileHandle? Open(string path)
    {
        try
        {
            return File.Exists(path) ? File.OpenHandle(path) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // What the thread did is then unknown, which is no reason to fail.
        }
    }
}
