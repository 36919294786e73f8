namespace Syncopate.Running.Servers;

/// <summary>Runs work only as long as the servers it needs are alive: a slot on a dying server is void, never a fast average.</summary>
internal static class ServerGuard
{
    private static readonly TimeSpan Check = TimeSpan.FromMilliseconds(250);

    /// <summary>Awaits the work; when a server dies or falls silent first, cancels it, waits for its end and throws.</summary>
    /// <exception cref="TargetFailedException">A server died or stopped.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled, though servers died of that, too:
    /// Ctrl+C goes to every process of a terminal.</exception>
    public static async Task<T> RunWhileAliveAsync<T>(
        Func<CancellationToken, Task<T>> work, IReadOnlyList<INeededProcess> servers, TimeProvider time,
        CancellationToken cancellationToken)
    {
        using CancellationTokenSource failed = new(Timeout.InfiniteTimeSpan, time);
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, failed.Token);
        Task<T> running = work(stop.Token);
        string? failure = null;
        while (!running.IsCompleted && failure is null)
        {
            Task pause = Task.Delay(Check, time, CancellationToken.None);
            await Task.WhenAny([running, pause, .. servers.Select(s => s.Died)]).ConfigureAwait(false);
            failure = FindFailure(servers, time);
        }

        if (failure is null)
            return await running.ConfigureAwait(false);
        failed.CancelAfter(TimeSpan.Zero);
        await ((Task)running).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellationToken.ThrowIfCancellationRequested();
        throw new TargetFailedException(failure);
    }

    /// <summary>Gives a server whose connections broke a moment to be seen dead, and throws if it is: its exit says
    /// more than the reset it caused.</summary>
    /// <exception cref="TargetFailedException">One of the servers is dead.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled meanwhile.</exception>
    public static async Task AwaitDeathAsync(IReadOnlyList<INeededProcess> servers, TimeProvider time, CancellationToken cancellationToken)
    {
        await Task.WhenAny([Task.Delay(Check, time, CancellationToken.None), .. servers.Select(s => s.Died)]).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (FindFailure(servers, time) is { } failure)
            throw new TargetFailedException(failure);
    }

    private static string? FindFailure(IReadOnlyList<INeededProcess> servers, TimeProvider time) =>
        servers.Select(s => s.FindFailure(time)).FirstOrDefault(f => f is not null);
}
