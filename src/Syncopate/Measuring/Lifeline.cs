namespace Syncopate.Measuring;

/// <summary>Runs work only as long as the servers it needs are alive: a slot on a dying server is void, never a fast average.</summary>
internal static class Lifeline
{
    private static readonly TimeSpan Check = TimeSpan.FromMilliseconds(250);
    // A monitor has a thread of its own and speaks every 100 ms: two silent seconds mean a stopped process, not a starved pool.
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(2);

    /// <summary>Awaits the work; when a server dies or falls silent first, cancels it, waits for its end and throws.</summary>
    /// <exception cref="TargetFailedException">A server died or stopped.</exception>
    public static async Task<T> HoldAsync<T>(
        Func<CancellationToken, Task<T>> work, IReadOnlyList<ServerProcess> servers, TimeProvider time, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task<T> running = work(stop.Token);
        string? failure = null;
        int silentChecks = 0;
        while (!running.IsCompleted && failure is null)
        {
            Task pause = Task.Delay(Check, time, CancellationToken.None);
            await Task.WhenAny([running, pause, .. servers.Select(s => s.Died)]).ConfigureAwait(false);
            silentChecks = servers.Any(s => s.Pool.Silence(time) > LongestSilence) ? silentChecks + 1 : 0;
            failure = FindFailure(servers, silentChecks);
        }

        if (failure is null)
            return await running.ConfigureAwait(false);
        await stop.CancelAsync().ConfigureAwait(false);
        await ((Task)running).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        throw new TargetFailedException(failure);
    }

    /// <summary>Gives a server whose connections broke a moment to be seen dead, and throws if it is: its exit says more than the reset it caused.</summary>
    /// <exception cref="TargetFailedException">One of the servers is dead.</exception>
    public static async Task AwaitDeathAsync(IReadOnlyList<ServerProcess> servers, TimeProvider time, CancellationToken cancellationToken)
    {
        await Task.WhenAny([Task.Delay(Check, time, cancellationToken), .. servers.Select(s => s.Died)]).ConfigureAwait(false);
        if (FindFailure(servers, 0) is { } failure)
            throw new TargetFailedException(failure);
    }

    private static string? FindFailure(IReadOnlyList<ServerProcess> servers, int silentChecks)
    {
        if (servers.FirstOrDefault(s => s.Died.IsCompleted) is { } dead)
            return dead.DescribeDeath();
        // Twice in a row: after the tool itself was paused, what the monitors sent meanwhile has yet to be read.
        return silentChecks >= 2
            ? FormattableString.Invariant($"{string.Join(", ", servers.Select(s => s.Name))}: a process stopped answering its monitor for {LongestSilence.TotalSeconds:0} s. Was it paused?")
            : null;
    }
}
