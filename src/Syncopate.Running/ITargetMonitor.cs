namespace Syncopate.Running;

/// <summary>Watches the process of a target while load is on it: from inside, by the monitor of a server that the tool
/// started, or from outside, by the runtime's own counters.</summary>
internal interface ITargetMonitor
{
    /// <summary>About how long <see cref="SettleAsync"/> takes; default nothing that counts.</summary>
    TimeSpan Settling => TimeSpan.Zero;

    /// <summary>Completes when the next <see cref="Take"/> reports all that the process has done so far; at once when it
    /// reports no more.</summary>
    Task SettleAsync(CancellationToken cancellationToken = default);

    /// <summary>What the process used since the last call, or since the monitor began; null when it has reported nothing
    /// new. One call at a time.</summary>
    TargetUse? Take();
}
