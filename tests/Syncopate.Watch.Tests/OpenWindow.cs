namespace Syncopate.Watch.Tests;

/// <summary>A clock for a window that begins when its timer is made and ends when the test says so.</summary>
internal sealed class OpenWindow : TimeProvider
{
    private readonly TaskCompletionSource<Action> _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when the window has begun.</summary>
    public Task Begun => _begun.Task;

    /// <summary>Ends the window.</summary>
    public async Task EndAsync() => (await _begun.Task)();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        _begun.TrySetResult(() => callback(state));
        return new Timer();
    }

    private sealed class Timer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => default;
    }
}
