using System.Runtime.InteropServices;

namespace Syncopate.Load;

/// <summary>Lets a load wait, with its connections open, until it is told when to begin: what several generators need to begin as
/// one. For one load; members may be used by any thread.</summary>
internal sealed class LoadStart
{
    // A wait for a handle ends whole milliseconds after it began, and can be ended by whoever stops the load. What is left is slept by the
    // kernel's own timer, to some tens of microseconds, and only the last of it is a spin: generators that are due at one instant, and are
    // more than the processors that they share, keep each other from them for milliseconds while they spin.
    private static readonly TimeSpan Coarse = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan Spin = TimeSpan.FromMilliseconds(0.2);

    // A handle is awaited for some 24 days at most; what is farther away is awaited in pieces.
    private static readonly TimeSpan LongestWait = TimeSpan.FromDays(1);

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
        WaitUntil(time, stop);
    }

    /// <summary>The same for a load without threads of its own: the instant is awaited on one that is made for it, which then goes on with
    /// the load. A timer of the pool would have to wake its thread, and that another one, each some milliseconds late.</summary>
    internal async Task HoldAsync(TimeProvider time, CancellationToken stop)
    {
        _ready.TrySetResult();
        await _told.Task.WaitAsync(stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Task waiting = new(() => WaitUntil(time, stop), CancellationToken.None, TaskCreationOptions.LongRunning);
        waiting.Start(TaskScheduler.Default);
        await waiting.ConfigureAwait(false);
    }

    private void WaitUntil(TimeProvider time, CancellationToken stop)
    {
        TimeSpan left = Left(time) - Coarse;
        for (; left > LongestWait && !stop.IsCancellationRequested; left = Left(time) - Coarse)
            stop.WaitHandle.WaitOne(LongestWait);
        if (left > TimeSpan.Zero && !stop.IsCancellationRequested)
            stop.WaitHandle.WaitOne(left);
        while (!stop.IsCancellationRequested && SleepFor(Left(time) - Spin))
        {
            // A signal may end a sleep early.
        }

        SpinUntil(time, stop);
    }

    private TimeSpan Left(TimeProvider time) => time.GetElapsedTime(time.GetTimestamp(), Volatile.Read(ref _at));

    private void SpinUntil(TimeProvider time, CancellationToken stop)
    {
        long at = Volatile.Read(ref _at);
        while (time.GetTimestamp() < at && !stop.IsCancellationRequested)
            Thread.SpinWait(20);
    }

    /// <summary>Sleeps by the kernel's timer, without an end before; for a few milliseconds.</summary>
    /// <returns>False when there is nothing to sleep, or the system has no such timer.</returns>
    private static bool SleepFor(TimeSpan time)
    {
        if (time <= TimeSpan.Zero || !OperatingSystem.IsLinux() || !Environment.Is64BitProcess)
            return false;
        long nanoseconds = (long)time.TotalNanoseconds % 1_000_000_000;
        Duration wanted = new() { Whole = (long)time.TotalSeconds, Rest = nanoseconds };
        _ = Sleep(in wanted, 0);
        return true;
    }

    [DllImport("libc", EntryPoint = "nanosleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Sleep(in Duration wanted, nint left);

    /// <summary>struct timespec of 64-bit Unix: whole seconds, and the nanoseconds beyond them.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Duration
    {
        public long Whole;
        public long Rest;
    }
}
