using System.Diagnostics;

namespace Syncopate.Acceptance.WatchTruth;

#pragma warning disable SYNC2003 // A specimen: what a signal comes from holds a thread of the pool.

/// <summary>Ends waits after a time, from a thread of its own or from the pool.</summary>
internal sealed class Signals : IDisposable
{
    private readonly PriorityQueue<Action, long> _due = new(); // Guarded by itself.
    private readonly Thread _thread;
    private volatile bool _ends;

    public Signals()
    {
        _thread = new Thread(Run) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>Calls an action after a time.</summary>
    /// <param name="milliseconds">How long.</param>
    /// <param name="byPool">Whether a work item of the pool waits and calls it; else the own thread does.</param>
    /// <param name="end">The action, which must be short.</param>
    public void After(int milliseconds, bool byPool, Action end)
    {
        if (byPool)
        {
            ThreadPool.UnsafeQueueUserWorkItem(
                _ =>
                {
                    Thread.Sleep(milliseconds);
                    end();
                },
                null);
            return;
        }

        Enqueue(milliseconds, end);
    }

    /// <summary>The same for whoever awaits.</summary>
    public Task AfterAsync(int milliseconds, bool byPool)
    {
        if (byPool)
            return Task.Delay(milliseconds); // What the work item would await.
        TaskCompletionSource given = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Enqueue(milliseconds, given.SetResult);
        return given.Task;
    }

    private void Enqueue(int milliseconds, Action end)
    {
        lock (_due)
            _due.Enqueue(end, Stopwatch.GetTimestamp() + (milliseconds * Stopwatch.Frequency / 1000));
    }

    private void Run()
    {
        while (!_ends)
        {
            Action? end = null;
            lock (_due)
            {
                if (_due.TryPeek(out _, out long at) && at <= Stopwatch.GetTimestamp())
                    end = _due.Dequeue();
            }

            if (end is null)
                Thread.Sleep(1);
            else
                end();
        }
    }

    public void Dispose() => _ends = true;
}
