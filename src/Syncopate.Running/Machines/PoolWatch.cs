using System.Diagnostics;
using Syncopate.Agent;
using Syncopate.Units;

namespace Syncopate.Running.Machines;

/// <summary>What one monitored process has reported. Thread-safe, but for <see cref="SnapshotAsync"/>: one at a time.</summary>
internal sealed class PoolWatch
{
    // 20 minutes of samples: longer than any slot; the oldest go first.
    private const int Capacity = 12_000;

    // Written by the reading task, read by the runner; guarded by itself.
    private readonly Queue<MonitorFrame> _frames = new();
    private MonitorFrame? _latest; // Guarded as the queue is, whose last item is found by going through all of them.
    private readonly TaskCompletionSource _connected = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // Replaced by each snapshot, completed by the reading task.
    private volatile TaskCompletionSource<MonitorFrame>? _answer;
    private Stream? _stream;
    private readonly TimeProvider _time;
    private long _lastHeard;

    /// <param name="time">Clock of silences, which counts as <see cref="Stopwatch"/> does.</param>
    internal PoolWatch(TimeProvider time)
    {
        _time = time;
        _lastHeard = time.GetTimestamp();
    }

    /// <summary>Completes when the process has connected.</summary>
    public Task Connected => _connected.Task;

    /// <summary>What the process said of itself when it connected; null before.</summary>
    public MonitoredProgram? Program { get; internal set; }

    /// <summary>Completes when the connection is lost: the process has died, or is being ended.</summary>
    public Task Lost => _lost.Task;

    /// <summary>Asks the process for its state now. Null when it does not answer within <paramref name="timeout"/> of
    /// <paramref name="time"/> or is gone.</summary>
    internal async Task<MonitorFrame?> SnapshotAsync(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken)
    {
        if (_stream is not { } stream || _lost.Task.IsCompleted)
            return null;
        try
        {
            TaskCompletionSource<MonitorFrame> answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
            _answer = answer;
            await stream.WriteAsync("s"u8.ToArray(), cancellationToken).ConfigureAwait(false);
            return await answer.Task.WaitAsync(timeout, time, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or TimeoutException or ObjectDisposedException)
        {
            return null;
        }
    }

    /// <summary>How long nothing has been heard; zero before the process has connected.</summary>
    internal TimeSpan Silence(TimeProvider time) =>
        _connected.Task.IsCompleted ? time.GetElapsedTime(Volatile.Read(ref _lastHeard)) : TimeSpan.Zero;

    /// <summary>Samples taken between two timestamps, in time order, relative to the first.</summary>
    public IReadOnlyList<PoolSample> Between(long fromTimestamp, long toTimestamp)
    {
        lock (_frames)
        {
            return [.. _frames.Where(f => f.Timestamp >= fromTimestamp && f.Timestamp <= toTimestamp)
                .Select(f => Sample(f, fromTimestamp))];
        }
    }

    /// <summary>The latest sample, or null before the first.</summary>
    internal MonitorFrame? Latest
    {
        get
        {
            lock (_frames)
                return _latest;
        }
    }

    internal static PoolSample Sample(MonitorFrame frame, long origin) => new(
        (long)((frame.Timestamp - origin) * Nanoseconds.PerTick(Stopwatch.Frequency)),
        frame.Threads,
        frame.InUse,
        frame.Available,
        frame.CompletionPorts,
        frame.QueueLength,
        frame.CompletedItems);

    internal async Task ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        _stream = stream;
        Volatile.Write(ref _lastHeard, _time.GetTimestamp());
        _connected.TrySetResult();
        byte[] bytes = new byte[MonitorFrame.Length];
        try
        {
            while (true)
            {
                await stream.ReadExactlyAsync(bytes, cancellationToken).ConfigureAwait(false);
                Keep(MonitorFrame.Read(bytes));
            }
        }
        finally
        {
            _lost.TrySetResult();
            _answer?.TrySetException(new IOException("The monitored process closed its connection."));
        }
    }

    private void Keep(MonitorFrame frame)
    {
        Volatile.Write(ref _lastHeard, _time.GetTimestamp());
        lock (_frames)
        {
            _frames.Enqueue(frame);
            _latest = frame;
            if (_frames.Count > Capacity)
                _frames.Dequeue();
        }

        if (frame.Requested)
            _answer?.TrySetResult(frame);
    }
}
