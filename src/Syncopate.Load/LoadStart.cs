namespace Syncopate.Load;

/// <summary>Lets a load wait, with its connections open, until it is told when to begin: what several generators need to begin as
/// one. For one load; members may be used by any thread.</summary>
internal sealed class LoadStart
{
    // The rest of a wait is a spin. A thread of its own waits whole milliseconds and is woken by the kernel: it spins for 0.5 to 1.5 ms.
    // Where no processor is free a longer spin would only keep the others from theirs. For one of the pool a timer has to wake first, and
    // then the thread, some milliseconds late.
    private static readonly TimeSpan ThreadSpin = TimeSpan.FromMilliseconds(0.5);
    private static readonly TimeSpan PoolSpin = TimeSpan.FromMilliseconds(2);

    private readonly TaskCompletionSource _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _told = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _at; // Written once, before it is reported.

    /// <summary>Completes when the load could begin. It never does for a load that ends before: await that beside it.</summary>
    public Task Ready => _ready.Task;

    /// <summary>Says when to begin. The first word counts; a time that is over means now.</summary>
    /// <param name="timestamp">On the monotonic clock, as in <see cref="LoadResult.StartedTimestamp"/>.</param>
    public void Begin(long timestamp)
    {
        if (Interlocked.CompareExchange(ref _at, timestamp, 0) == 0)
            _told.TrySetResult();
    }

    /// <summary>Holds the calling thread until the load is to begin, or is stopped. For a thread of the load's own.</summary>
    internal void Hold(TimeProvider time, CancellationToken stop)
    {
        _ready.TrySetResult();
        WaitHandle told = ((IAsyncResult)_told.Task).AsyncWaitHandle;
        WaitHandle.WaitAny([told, stop.WaitHandle]);
        TimeSpan left = Left(time) - ThreadSpin;
        if (left > TimeSpan.Zero && !stop.IsCancellationRequested)
            stop.WaitHandle.WaitOne(left);
        SpinUntil(time, stop);
    }

    /// <summary>The same for a load without threads of its own.</summary>
    internal async Task HoldAsync(TimeProvider time, CancellationToken stop)
    {
        _ready.TrySetResult();
        await _told.Task.WaitAsync(stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        TimeSpan left = Left(time) - PoolSpin;
        if (left > TimeSpan.Zero && !stop.IsCancellationRequested)
            await Task.Delay(left, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        SpinUntil(time, stop);
    }

    private TimeSpan Left(TimeProvider time) => time.GetElapsedTime(time.GetTimestamp(), Volatile.Read(ref _at));

    private void SpinUntil(TimeProvider time, CancellationToken stop)
    {
        long at = Volatile.Read(ref _at);
        while (time.GetTimestamp() < at && !stop.IsCancellationRequested)
            Thread.SpinWait(20);
    }
}
