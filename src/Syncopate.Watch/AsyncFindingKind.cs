namespace Syncopate.Watch;

/// <summary>What was found in an async timeline.</summary>
public enum AsyncFindingKind
{
    /// <summary>Awaits of one call, each begun after the one before had ended. Whether one needs the result of another cannot be seen from outside.</summary>
    SequentialAwaits,

    /// <summary>An async method that never suspended: it costs a state machine and buys nothing.</summary>
    NeverSuspends,

    /// <summary>An async method that works for long on its caller's thread before it first suspends.</summary>
    LateFirstAwait,
}
