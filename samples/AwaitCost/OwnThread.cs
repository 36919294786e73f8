using System.Collections.Concurrent;

namespace AwaitCost;

/// <summary>A context as desktop programs have it: one thread that does what is posted to it, in order. Any thread may post.</summary>
internal sealed class OwnThread : SynchronizationContext
{
    private readonly BlockingCollection<(SendOrPostCallback Callback, object? State)> _posted = [];

    /// <summary>Starts the thread; it lives as long as the process.</summary>
    public static OwnThread Start()
    {
        OwnThread context = new();
        new Thread(context.Serve) { IsBackground = true, Name = "Context" }.Start();
        return context;
    }

    public override void Post(SendOrPostCallback d, object? state) => _posted.Add((d, state));

    /// <summary>Begins work on the thread and answers when it is done.</summary>
    /// <param name="work">An async method: what it throws is in its task.</param>
    public async Task<T> RunAsync<T>(Func<Task<T>> work)
    {
        TaskCompletionSource<Task<T>> begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Post(_ => begun.SetResult(work()), null);
        return await await begun.Task;
    }

    private void Serve()
    {
        SetSynchronizationContext(this);
        foreach (var (callback, state) in _posted.GetConsumingEnumerable())
            callback(state);
    }
}
