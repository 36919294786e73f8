using Syncopate.Agent;
using Syncopate.Running.Machines;

namespace Syncopate.Tests.Rounds;

/// <summary>The monitor inside a simulated server: tells its pool every 100 ms and when it is asked,
/// until it falls silent or its process ends.</summary>
internal sealed class SimulatedPool : Stream
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100);

    private readonly TimeProvider _time;
    private readonly Func<MonitorFrame> _frame;
    private readonly ITimer _period;
    private readonly Task _reading;
    private TaskCompletionSource<int>? _read;
    private Memory<byte> _place;

    public SimulatedPool(TimeProvider time, Func<MonitorFrame> frame)
    {
        _time = time;
        _frame = frame;
        Watch = new PoolWatch(time);
        _reading = Watch.ReadAsync(this, CancellationToken.None);
        _period = time.CreateTimer(_ => Tell(requested: false), null, Period, Period);
    }

    /// <summary>What hears it.</summary>
    public PoolWatch Watch { get; }

    /// <summary>True when it tells nothing any more, though its process lives.</summary>
    public bool IsSilent { get; set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Its process has ended, and so the connection.</summary>
    public void End()
    {
        _period.Dispose();
        TaskCompletionSource<int>? read = _read;
        _read = null;
        read?.TrySetResult(0);
        _ = _reading.Exception; // The end of a stream in the middle of a frame: it has been seen.
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _place = buffer;
        _read = new TaskCompletionSource<int>();
        return new ValueTask<int>(_read.Task);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Tell(requested: true);
        return ValueTask.CompletedTask;
    }

    public override void Flush() => throw new NotSupportedException();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private void Tell(bool requested)
    {
        if (IsSilent || _read is not { } read)
            return;
        byte[] bytes = new byte[MonitorFrame.Length];
        (_frame() with { Requested = requested, Timestamp = _time.GetTimestamp() }).Write(bytes);
        bytes.CopyTo(_place);
        _read = null;
        read.TrySetResult(bytes.Length);
    }
}
