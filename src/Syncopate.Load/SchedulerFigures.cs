using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace Syncopate.Load;

/// <summary>What the scheduler says of the thread that made it. The file stays open, so that it can be read when this process has no descriptor left.</summary>
internal sealed class SchedulerFigures : IDisposable
{
    // Since kernel 2.6: time on a processor, time waited for one, time slices; nanoseconds (Documentation/scheduler/sched-stats.rst).
    private const string Statistics = "/proc/thread-self/schedstat";

    private readonly SafeFileHandle? _file = Open();
    private readonly byte[] _buffer = new byte[128];

    /// <summary>Nanoseconds on a processor, and waiting for one; zeros where the system does not tell.</summary>
    public (long Cpu, long Waited) Read()
    {
        if (_file is null)
            return default;
        ReadOnlySpan<byte> text = _buffer.AsSpan(0, RandomAccess.Read(_file, _buffer, 0));
        return Utf8Parser.TryParse(text, out long cpu, out int taken) && taken < text.Length && Utf8Parser.TryParse(text[(taken + 1)..], out long waited, out _)
            ? (cpu, waited)
            : default;
    }

    public void Dispose() => _file?.Dispose();

    private static SafeFileHandle? Open()
    {
        try
        {
            return File.Exists(Statistics) ? File.OpenHandle(Statistics) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // What the thread did is then unknown, which is no reason to fail.
        }
    }
}
