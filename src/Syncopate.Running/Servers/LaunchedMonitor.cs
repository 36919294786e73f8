using Syncopate.Agent;
using Syncopate.Running.Machines;

namespace Syncopate.Running.Servers;

/// <summary>The monitor inside a server that the tool started; it reports every 100 ms.</summary>
/// <param name="pool">What it has reported.</param>
internal sealed class LaunchedMonitor(PoolWatch pool) : ITargetMonitor
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(2);

    private MonitorFrame? _before = pool.Latest;

    /// <inheritdoc/>
    public Task SettleAsync(CancellationToken cancellationToken = default) =>
        pool.SnapshotAsync(Timeout, TimeProvider.System, cancellationToken);

    /// <inheritdoc/>
    public TargetUse? Take()
    {
        if (pool.Latest is not { } now || now.Timestamp <= _before?.Timestamp)
            return null;
        MonitorFrame? before = _before;
        _before = now;
        if (before is not { } from)
            return null;
        IReadOnlyList<PoolSample> samples = pool.Between(from.Timestamp, now.Timestamp);
        return now.Since(from) with
        {
            MaximumThreads = samples.Select(s => s.Threads).Append(now.Threads).Max(),
            MaximumQueueLength = samples.Select(s => s.QueueLength).Append(now.QueueLength).Max(),
        };
    }
}
