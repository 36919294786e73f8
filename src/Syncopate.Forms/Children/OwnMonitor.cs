using Syncopate.Agent;
using Syncopate.Running;
using Syncopate.Running.Machines;

namespace Syncopate.Children;

/// <summary>Watches this very process.</summary>
internal sealed class OwnMonitor : ITargetMonitor
{
    private readonly ProcessReader _process = new();
    private MonitorFrame? _before;

    /// <inheritdoc/>
    public Task SettleAsync(CancellationToken cancellationToken = default) => Task.CompletedTask;

    /// <inheritdoc/>
    public TargetUse? Take()
    {
        MonitorFrame now = _process.Read(requested: true);
        MonitorFrame? before = _before;
        _before = now;
        return before is { } from ? now.Since(from) : null;
    }
}
