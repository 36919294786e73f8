using Syncopate.Running;
using Syncopate.Watch.Processes;

namespace Syncopate.Watch.Probes;

/// <summary>A process as it looks from afar, for a list to choose from.</summary>
/// <param name="Process">Which.</param>
/// <param name="Threads">Pool threads; null when it did not let itself be looked at.</param>
/// <param name="QueueLength">Work items waiting; null like <paramref name="Threads"/>.</param>
/// <param name="WorkWaits">True when work waited for a thread each time that was looked: a starving pool, or one whose
/// threads all compute.</param>
internal sealed record ProcessGlance(ProcessIdentity Process, int? Threads, long? QueueLength, bool WorkWaits)
{
    private const int Looks = 3;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    /// <summary>Looks at all .NET processes of this user at the same time, for less than a second; costs each some 0.3
    /// s of CPU. Those in which work waits for a thread first, then by identifier.</summary>
    public static async Task<IReadOnlyList<ProcessGlance>> AllAsync(CancellationToken cancellationToken = default)
    {
        ProcessGlance[] glances = await Task.WhenAll(RunningProcesses.All().Select(process => LookAsync(process, cancellationToken)))
            .ConfigureAwait(false);
        return [.. glances.OrderByDescending(glance => glance.WorkWaits).ThenBy(glance => glance.Process.Id)];
    }

    private static async Task<ProcessGlance> LookAsync(ProcessIdentity process, CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Timeout);
        try
        {
            ProcessCounters counters = await ProcessCounters.AttachAsync(process.Id, limit.Token).ConfigureAwait(false);
            await using (counters.ConfigureAwait(false))
                return await LookAsync(process, counters, limit.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is TargetFailedException
            || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return new ProcessGlance(process, null, null, false); // It is paused, has ended, or does not want to be watched.
        }
    }

    private static async Task<ProcessGlance> LookAsync(
        ProcessIdentity process, ProcessCounters counters, CancellationToken cancellationToken)
    {
        List<TargetUse> seen = [];
        for (int i = 0; i < Looks; i++)
        {
            await counters.SettleAsync(cancellationToken).ConfigureAwait(false);
            if (counters.Take() is { IsMonitored: true } use)
                seen.Add(use);
        }

        return seen.Count == 0
            ? new ProcessGlance(process, null, null, false)
            : new ProcessGlance(
                process, seen[^1].MaximumThreads, seen[^1].MaximumQueueLength, seen.TrueForAll(use => use.MaximumQueueLength > 0));
    }
}
